@echo off
rem Starts Perceptron Lab from this stick, on a computer that has Python 3.11 to 3.14 and no internet. The first start installs
rem it into a folder of the user's, which takes a minute; remove that folder to be rid of it.
setlocal
set "home=%LOCALAPPDATA%\perceptron-lab\@VERSION@"
if exist "%home%\installed.txt" goto start
set "python="
for %%v in (3.14 3.13 3.12 3.11) do if not defined python py -%%v -c "import venv" >nul 2>nul && set "python=py -%%v"
if not defined python python -c "import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))" >nul 2>nul && set "python=python"
if not defined python echo Perceptron Lab needs Python 3.11 to 3.14.& pause & exit /b 2
echo Perceptron Lab is being installed into %home% ...
%python% -m venv --clear "%home%" || goto failed
"%home%\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check --no-index --find-links "%~dp0wheelhouse" --no-deps --only-binary :all: --require-hashes -r "%~dp0wheelhouse\requirements.txt" || goto failed
echo installed> "%home%\installed.txt"
:start
start "" "%home%\Scripts\perceptron-gui-window.exe" %*
exit /b 0
:failed
echo It could not be installed, see above.
pause
exit /b 1
