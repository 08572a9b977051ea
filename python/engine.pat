# What nanobind's stub cannot know: the errors, which are made at run time, and what lists hold.

_engine.__prefix__:
    \from typing import Any
    \from collections.abc import Callable, Sequence
    __version__: str
    class Error(ValueError):
        sentence: str
        place: dict[str, str | int]
        remedies: tuple[dict[str, str], ...]
    class UsageError(Error): ...
    class DataError(Error): ...

.*\.__eq__:
    def __eq__(self, other: object, /) -> bool: ...

_engine.Frame.add_codes:
    def add_codes(self, name: str, codes: object, labels: list[Any]) -> None:
        \doc

_engine.Frame.add_texts:
    def add_texts(self, name: str, texts: Sequence[Any]) -> None:
        \doc

_engine.Answers.(classes|decisions):
    def \1(self) -> list[Any]: ...

_engine.Model.classes:
    def classes(self) -> list[Any]: ...

_engine.Model.sample:
    def sample(self, rows: int, seed: int, question: str) -> dict[str, list[Any]]:
        \doc

_engine.(Piece|RowSum).rows$:
    def rows(self, at_a_time: int) -> list[Any]:
        \doc

_engine.change_file:
    def change_file(path: str, piece: Piece, forgets: bool, parameters: Callable[[str], str | None]) -> bool:
        \doc
