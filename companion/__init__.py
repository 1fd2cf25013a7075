"""A Raspberry Pi companion for a real Cluedo/Clue board."""
