"""The clean game with a data set."""

from parlor.engine import DataSet
from tests.engine.faulty.reference import Reference


class Wordy(Reference):
    slug = "wordy"
    data = (DataSet("words", "words.txt", lambda content: frozenset(content.decode().split())),)
