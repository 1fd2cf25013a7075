"""What is wrong with a record: always with its file and line."""


class RecordError(Exception):
    """A line that cannot be read or played, or a check that does not hold.

    path: the record's file, as it was named.
    line: counted from 1; 0 for the whole file.

    >>> str(RecordError("night.case", 3, "found seat Ann twice, expected another name"))
    'night.case:3: found seat Ann twice, expected another name'
    """

    def __init__(self, path: str, line: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}" if line else f"{path}: {sentence}")
        self.path = path
        self.line = line
        self.sentence = sentence
