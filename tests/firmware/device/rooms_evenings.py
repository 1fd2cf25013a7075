"""Reads fields as lines of JSON, one at a time, and prints what the firmware makes of each.

A line is {"rooms": [[[uid, pattern, weak], ...], ...], "noise": percent, "flags": bool, "seed": number,
"rounds": number}, with "then": rooms where other tags lie there for as many rounds again. The answer is
{"sets": [[uid, ...] or null, ...], "ever": all UIDs that were told, "ms": of the last round}. UIDs are hex.
"""

import json
import sys

from deck import Deck
from rf_field import Chance


def lay(deck, rooms):
    for number, tags in enumerate(rooms):
        deck.lay(f"room{number}")
        for uid, pattern, weak in tags:
            deck.add(f"room{number}", int(uid, 16), pattern, weak)


def hexed(uids):
    return None if uids is None else [f"{uid:016X}" for uid in sorted(uids)]


while True:
    line = sys.stdin.readline()
    if not line:
        break
    told = json.loads(line)
    rooms = told["rooms"]
    deck = Deck([f"room{number}" for number in range(len(rooms))])
    for number, chip in enumerate(deck.bus.chips.values()):
        chip.field.noise = told["noise"]
        chip.field.flags = told["flags"]
        chip.field.chance = Chance(told["seed"] + number)
    lay(deck, rooms)
    ms = 0
    for _ in range(told["rounds"]):
        ms = deck.rounds(len(rooms))
    if "then" in told:
        lay(deck, told["then"])
        for _ in range(told["rounds"]):
            ms = deck.rounds(len(rooms))
    ever = set()
    for _, uids in deck.told:
        ever |= uids or set()
    sets = [hexed(deck.sets()[f"room{number}"]) for number in range(len(rooms))]
    print(json.dumps({"sets": sets, "ever": hexed(ever), "ms": ms}))
