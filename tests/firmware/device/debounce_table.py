"""Prints the table of (time, inputs) in the first argument with the outputs of the real debouncer."""

import sys

from debounce import Debounce

debounce = Debounce()
with open(sys.argv[1]) as file:
    for line in file:
        words = line.split()
        if not words or words[0] == "#":
            print(line.rstrip("\n"))
            debounce = Debounce()
            continue
        now, bits = int(words[0]), int(words[1], 16)
        if debounce.due(now):
            out = "early"
        elif debounce.sample(now, bits):
            out = f"{debounce.state:X}"
        else:
            out = "-"
        print(words[0], words[1], out)
