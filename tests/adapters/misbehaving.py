"""An engine that misbehaves as its first argument says; otherwise it plays the first legal move."""

import os
import sys
import time

WAY = sys.argv[1]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


legal: list[str] = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tablier":
        if WAY == "mute":
            time.sleep(3600)
        say("wants legal")
        say("game nothing" if WAY == "other game" else "id name misbehaving")
        say("ready 2" if WAY == "other version" else "ready 1")
    elif word == "new":
        say("error I know no such board" if WAY == "refuses" else "ready")
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        if WAY == "crash":
            sys.exit("out of luck")
        if WAY == "silent":
            time.sleep(3600)
        if WAY == "closes":
            os.close(1)
            time.sleep(3600)
        while WAY == "flood":
            say("info depth=1")
        if WAY == "long line":
            sys.stdout.write("x" * 10_000_000)
            say("")
        if WAY == "illegal":
            say("move z9z9")
        if WAY == "nonsense":
            say("info shares=nan,2 depth=x nodes=9999999999999999999 line=z9")
        say(f"move {legal[0]}")
