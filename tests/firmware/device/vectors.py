"""Prints each protocol vector (the file is the first argument) with what the firmware's codec makes of it."""

import sys

from lines import Splitter, decode, encode


def unescape(text):
    out = bytearray()
    while text:
        if text[:2] == "\\x":
            out.append(int(text[2:4], 16))
            text = text[4:]
        else:
            out.append(ord(text[0]))
            text = text[1:]
    return bytes(out)


with open(sys.argv[1]) as file:
    for line in file:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word in ("good", "lax", "bad"):
            data = unescape(rest)
            said = decode(data)
            if said is None:
                word = "bad"
            else:
                again = encode(said[0], said[1], said[2], " ".join(said[3]))
                word = "good" if again == data + b"\n" else "lax"
            print(word, rest)
        elif word == "stream":
            data, _, _ = rest.partition(" => ")
            splitter = Splitter()
            found = [splitter.feed(byte) for byte in unescape(data)]
            print("stream", data, "=>", len([line for line in found if line is not None and decode(line)]))
