"""Reads fields as lines of JSON, one at a time, and prints what the firmware makes of each.

A line is {"rooms": [[[uid, pattern, weak], ...], ...], "noise": percent, "flags": bool, "seed": number,
"rounds": number}, with "then": rooms where other tags lie there for as many rounds again, and "echo": a UID
for each room, or null, of which a late reply comes in each of these. The answer is {"sets": [[uid, ...] or
null, ...], "ever": all UIDs that were told, "first": ms of the first round, "ms": of the last}. UIDs are hex.
"""

import json
import sys

from deck import Deck
from rf_field import Chance, reply_of


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
    times = [deck.rounds(len(rooms)) for _ in range(told["rounds"])]
    if "then" in told:
        lay(deck, told["then"])
        for _ in range(told["rounds"]):
            for number, uid in enumerate(told.get("echo", [])):
                if uid:
                    deck.field(f"room{number}").echo = reply_of(int(uid, 16))
            times.append(deck.rounds(len(rooms)))
    ever = set()
    for _, uids in deck.told:
        ever |= uids or set()
    sets = [hexed(deck.sets()[f"room{number}"]) for number in range(len(rooms))]
    print(json.dumps({"sets": sets, "ever": hexed(ever), "first": times[0], "ms": times[-1]}))
