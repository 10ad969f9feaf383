/* A small engine: it plays one of the legal moves that the host lists. cc -o random random.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static char line[1 << 16], moves[1 << 16];
    unsigned seed = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "tablier ", 8))
            puts("id name random\nid author the collection\noption name=seed type=int\nwants legal\nready 1");
        else if (!strncmp(line, "set seed=", 9))
            seed = (unsigned)strtoul(line + 9, NULL, 10);
        else if (!strncmp(line, "new ", 4))
            puts("ready");
        else if (!strncmp(line, "legal ", 6))
            strcpy(moves, line + 6);
        else if (!strncmp(line, "go", 2)) {
            int count = 1;
            for (char *c = moves; *c; c++) count += *c == ' ';
            seed = seed * 1103515245u + 12345u;
            int chosen = (int)(seed >> 16) % count;
            char *move = strtok(moves, " ");
            while (chosen--) move = strtok(NULL, " ");
            printf("info depth=0 nodes=0\nmove %s\n", move);
        } else if (!strcmp(line, "quit"))
            return 0;
    }
    return 0;
}
