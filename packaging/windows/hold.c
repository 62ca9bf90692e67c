/* Keeps a library loaded, as a window that is open does, until its input ends. */

#include <stdio.h>
#include <windows.h>

int main(int count, char **arguments)
{
    if (count != 2 || !LoadLibraryA(arguments[1]))
        return 1;
    puts("loaded");
    fflush(stdout);
    getchar();
    return 0;
}
