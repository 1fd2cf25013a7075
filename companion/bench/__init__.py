"""Games played at random, and how quick the program is on this machine."""
