"""One screen for many tables: what a broker knows of each, on a page."""
