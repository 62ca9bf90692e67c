; The installer for Windows. windows.py gives the names in capitals and writes files.nsh, which lists every file and every type
; of files: what it installs is what it removes, and nothing else. All that it says stands in words.json, in every language: that
; of Windows is spoken where it is one of them, else English, and it is removed in the language in which it was installed.
;
;   /S             asks and shows nothing
;   /AllUsers      for everybody, as an administrator (also where neither is said and there are the rights for it)
;   /CurrentUser   for the user alone
;   /D=FOLDER      the folder; must come last, without quotes
;
; It ends with 0, or with 1 (cancelled), 2 (a file could not be written), 3 (an older Windows), 4 (no rights), 5 (the program is
; open); with 3, 4 and 5 nothing was changed.

Unicode true
SetCompressor /SOLID lzma
SetCompressorDictSize 64
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel highest

!include LogicLib.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include MUI2.nsh

!define UNINSTALLER "uninstall.exe"
!define WINDOWS "Software\Microsoft\Windows\CurrentVersion"
!define UNINSTALL_KEY "${WINDOWS}\Uninstall\${NAME}"
!define PATH_KEY "${WINDOWS}\App Paths\${PROGRAM}.exe"
!define CLASSES "Software\Classes"
!define SHORTCUT "$SMPROGRAMS\${TITLE}.lnk"

Name "${TITLE}"
OutFile "${MADE}"
BrandingText "${TITLE} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow

VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "${TITLE}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${TITLE} installer"
VIAddVersionKey CompanyName "${AUTHORS}"
VIAddVersionKey LegalCopyright "${AUTHORS}"

Var Who

!define MUI_ICON "${ICON_FILE}"
!define MUI_UNICON "${ICON_FILE}"
!define MUI_DIRECTORYPAGE_TEXT_TOP "$Who"
!define MUI_CUSTOMFUNCTION_UNGUIINIT un.MayRemove
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro Speak

!macro Refuse CODE WORDS
    MessageBox MB_OK|MB_ICONSTOP "${WORDS}" /SD IDOK
    SetErrorLevel ${CODE}
    Quit
!macroend

; Windows lets nobody write into a library that a program has loaded.
!macro RefuseWhileOpen FOLDER
    ${If} ${FileExists} "${FOLDER}\python\${PYTHON}"
        ClearErrors
        FileOpen $0 "${FOLDER}\python\${PYTHON}" a
        ${If} ${Errors}
            !insertmacro Refuse 5 $(IsOpen)
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

; A type of files, its name and icon; then what opens it.
!macro InstallType KIND TYPE WORDS MEDIA DRAWING
    WriteRegStr SHCTX "${CLASSES}\${KIND}" "" "${WORDS}"
    WriteRegStr SHCTX "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\${DRAWING}"
    WriteRegStr SHCTX "${CLASSES}\${TYPE}" "" "${KIND}"
    WriteRegStr SHCTX "${CLASSES}\${TYPE}" "Content Type" "${MEDIA}"
    WriteRegStr SHCTX "${CLASSES}\${TYPE}\OpenWithProgids" "${KIND}" ""
!macroend
!macro InstallOpener KIND
    WriteRegStr SHCTX "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\${WINDOW_PROGRAM}.exe" "%1"'
!macroend

; What another program has made of the type since stays.
!macro RemoveType KIND TYPE
    ReadRegStr $0 SHCTX "${CLASSES}\${TYPE}" ""
    ${If} $0 == "${KIND}"
        DeleteRegValue SHCTX "${CLASSES}\${TYPE}" ""
        DeleteRegValue SHCTX "${CLASSES}\${TYPE}" "Content Type"
    ${EndIf}
    DeleteRegValue SHCTX "${CLASSES}\${TYPE}\OpenWithProgids" "${KIND}"
    DeleteRegKey /ifempty SHCTX "${CLASSES}\${TYPE}\OpenWithProgids"
    DeleteRegKey /ifempty SHCTX "${CLASSES}\${TYPE}"
    DeleteRegKey SHCTX "${CLASSES}\${KIND}"
!macroend

Function .onInit
    SetRegView 64
    ${IfNot} ${AtLeastWin10}
        !insertmacro Refuse 3 $(NeedsWindows)
    ${EndIf}
    Call ChooseWho
    ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" InstallLocation
    ${If} $0 != ""
        !insertmacro RefuseWhileOpen $0
    ${EndIf}
    ; /D= has been read by now.
    ${If} $INSTDIR == ""
        ReadRegStr $INSTDIR SHCTX "${UNINSTALL_KEY}" InstallLocation
    ${EndIf}
    ${If} $INSTDIR == ""
        StrCpy $INSTDIR "$1\${TITLE}"
    ${EndIf}
FunctionEnd

; Says for whom it is installed, and leaves in $1 where their programs are.
Function ChooseWho
    UserInfo::GetAccountType
    Pop $2
    ${GetParameters} $3
    StrCpy $Who $(ForAll)
    StrCpy $1 $PROGRAMFILES64
    SetShellVarContext all
    ClearErrors
    ${GetOptions} $3 "/CurrentUser" $4
    ${IfNot} ${Errors}
        Call ChooseCurrentUser
        Return
    ${EndIf}
    ClearErrors
    ${GetOptions} $3 "/AllUsers" $4
    ${If} ${Errors}
        ${If} $2 != "Admin"
            Call ChooseCurrentUser
        ${EndIf}
    ${ElseIf} $2 != "Admin"
        !insertmacro Refuse 4 $(NeedsAdministrator)
    ${EndIf}
FunctionEnd

Function ChooseCurrentUser
    StrCpy $Who $(ForOne)
    SetShellVarContext current
    StrCpy $1 "$LOCALAPPDATA\Programs"
FunctionEnd

Section
    Call RemoveOlder
    !insertmacro InstallFiles
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
    CreateShortcut "${SHORTCUT}" "$INSTDIR\${WINDOW_PROGRAM}.exe"
    WriteRegStr SHCTX "${PATH_KEY}" "" "$INSTDIR\${PROGRAM}.exe"

    !insertmacro InstallTypes
    ${RefreshShellIcons}

    WriteRegStr SHCTX "${UNINSTALL_KEY}" DisplayName "${TITLE}"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" DisplayVersion "${VERSION}"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" DisplayIcon "$INSTDIR\${ICON}"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" Publisher "${AUTHORS}"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" InstallLocation "$INSTDIR"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" UninstallString '"$INSTDIR\${UNINSTALLER}"'
    WriteRegStr SHCTX "${UNINSTALL_KEY}" QuietUninstallString '"$INSTDIR\${UNINSTALLER}" /S'
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" Language $LANGUAGE
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" EstimatedSize ${KILOBYTES}
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" NoModify 1
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" NoRepair 1
    ${If} ${Errors}
        SetErrorLevel 2
    ${EndIf}
SectionEnd

; An older version takes away its own files: it knows them.
Function RemoveOlder
    ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" InstallLocation
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\${UNINSTALLER}"
        ; In its own folder, so that it can be waited for.
        ExecWait '"$0\${UNINSTALLER}" /S _?=$0' $1
        ${If} $1 != 0
            !insertmacro Refuse $1 $(OlderStays)
        ${EndIf}
        Delete "$0\${UNINSTALLER}"
        RMDir "$0"
    ${EndIf}
    ClearErrors
FunctionEnd

Function un.onInit
    SetRegView 64
    SetShellVarContext all
    ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" InstallLocation
    ${If} $0 != $INSTDIR
        SetShellVarContext current
    ${EndIf}
    ReadRegDWORD $0 SHCTX "${UNINSTALL_KEY}" Language
    ${If} $0 != ""
        StrCpy $LANGUAGE $0
    ${EndIf}
    ; Words are those of Windows until this function has ended; then the window is made, if there is one.
    ${If} ${Silent}
        Call un.MayRemove
    ${EndIf}
FunctionEnd

Function un.MayRemove
    ReadRegStr $0 HKLM "${UNINSTALL_KEY}" InstallLocation
    ${If} $0 == $INSTDIR
        UserInfo::GetAccountType
        Pop $0
        ${If} $0 != "Admin"
            !insertmacro Refuse 4 $(RemovingNeedsAdministrator)
        ${EndIf}
    ${EndIf}
    !insertmacro RefuseWhileOpen $INSTDIR
FunctionEnd

Section Uninstall
    !insertmacro RemoveFiles
    Delete "$INSTDIR\${UNINSTALLER}"
    RMDir "$INSTDIR"
    Delete "${SHORTCUT}"
    !insertmacro RemoveTypes
    DeleteRegKey SHCTX "${PATH_KEY}"
    DeleteRegKey SHCTX "${UNINSTALL_KEY}"
    ${RefreshShellIcons}
SectionEnd
