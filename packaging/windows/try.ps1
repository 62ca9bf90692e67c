# Installs for real on a Windows that nobody minds, tries, upgrades and removes; ends with an error where something is wrong.
param([Parameter(Mandatory)][string]$Installer, [Parameter(Mandatory)][string]$Results)
$ErrorActionPreference = "Stop"

function Invoke-Silently([string]$Program, [string[]]$Options) {
    $done = Start-Process -FilePath $Program -ArgumentList $Options -Wait -PassThru
    if ($done.ExitCode) { throw "$Program $Options ended with $($done.ExitCode)" }
}

function Test-Program([string]$Folder, [string]$Results) {
    & "$Folder\perceptron-gui.exe" --version
    if ($LASTEXITCODE) { throw "--version ended with $LASTEXITCODE" }
    & "$Folder\perceptron-gui.exe" --smoke $Results
    if ($LASTEXITCODE) { throw "--smoke ended with $LASTEXITCODE" }
    if (-not (Select-String -Quiet "compiled loop: in use" "$Results\report.txt")) { throw "the compiled loop is not in use" }
}

function Uninstall-Program([string]$Folder, [string]$Key) {
    # In its own folder, so that it can be waited for; it leaves itself behind.
    Invoke-Silently "$Folder\uninstall.exe" @("/S", "_?=$Folder")
    Remove-Item "$Folder\uninstall.exe"
    Remove-Item $Folder
    if (Test-Path $Key) { throw "$Key is left" }
}

$key = "Software\Microsoft\Windows\CurrentVersion\Uninstall\perceptron-lab"
$everybody = "$env:ProgramFiles\Perceptron Lab"
Invoke-Silently $Installer @("/S", "/AllUsers")
Test-Program $everybody "$Results\all-users"
Invoke-Silently $Installer @("/S", "/AllUsers")
Test-Program $everybody "$Results\upgraded"
Uninstall-Program $everybody "HKLM:\$key"

$own = "$env:TEMP\own place"
Invoke-Silently $Installer @("/S", "/CurrentUser", "/D=$own")
Test-Program $own "$Results\current-user"
Uninstall-Program $own "HKCU:\$key"
