/* Starts the program with the Python beside it: compiled once as a console program and once (-DWINDOW) without a console.
   PYTHON is the name of Python's library. */

#define UNICODE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>
#include <shellapi.h>

enum { MOST = 32768 }; /* characters of a path */

typedef int PyMain(int count, wchar_t **words);

static int fail(const wchar_t *what)
{
#ifdef WINDOW
    MessageBoxW(NULL, what, L"Perceptron Lab", MB_OK | MB_ICONERROR);
#else
    fwprintf(stderr, L"%ls\n", what);
#endif
    return 3;
}

int main(void)
{
    static wchar_t path[MOST];
    static wchar_t *head[] = {NULL, L"-X", L"utf8", L"-X", L"launched", L"-m", L"perceptron_gui"};
    enum { HEAD = sizeof head / sizeof *head };
    int count = 0;
    wchar_t **given = CommandLineToArgvW(GetCommandLineW(), &count);
    DWORD length = GetModuleFileNameW(NULL, path, MOST);
    wchar_t *end = length && length < MOST ? wcsrchr(path, L'\\') : NULL;
    if (!given || !end || end - path + wcslen(L"\\python\\" PYTHON) >= MOST)
        return fail(L"The folder of the program cannot be found.");
    wcscpy(end, L"\\python\\" PYTHON);
    SetDllDirectoryW(L""); /* nothing is loaded from the current folder */
    HMODULE python = LoadLibraryExW(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    PyMain *start = python ? (PyMain *)(void *)GetProcAddress(python, "Py_Main") : NULL;
    wchar_t **words = calloc(HEAD + count + 1, sizeof *words);
    if (!start || !words)
        return fail(L"Files of the program are missing; install it again.");
    for (int i = 0; i < HEAD; i++)
        words[i] = head[i];
    words[0] = given[0];
    for (int i = 1; i < count; i++)
        words[HEAD + i - 1] = given[i];
    return start(HEAD + count - 1, words);
}
