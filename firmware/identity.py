"""Who this firmware is, as HELLO says it (docs/PROTOCOL.md)."""

PRODUCT = "companion-board"
FIRMWARE = "2.0.0"
PROTOCOL = 2
