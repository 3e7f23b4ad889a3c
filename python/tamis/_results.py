"""The answer to one query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any


class _Object(Mapping[str, Any]):
    """The fields of a JSON object, as keys and as attributes."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_fields"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}") from None

    def to_dict(self) -> dict[str, Any]:
        """The fields as the HTTP answer has them."""
        return self._fields


class Feature(_Object):
    """What raised or lowered a score, as ``features`` of a result has it."""

    def __repr__(self) -> str:
        return f"Feature({self._fields!r})"


class Result(_Object):
    """A record that a query meets, with the fields of a result over HTTP.

    Such as ``result.id``, ``result.caption``, ``result.score`` (0 to 1), ``result.match`` (whether
    it reaches the threshold), ``result.datasets``, ``result.programme``.
    """

    @property
    def features(self) -> list[Feature]:
        """Why it has this score."""
        return [Feature(own) for own in self._fields["features"]]

    def explain(self) -> str:
        """Why it has this score, in sentences."""
        return " ".join(str(own.explanation) for own in self.features)

    def __repr__(self) -> str:
        mark = "match" if self.match else "below the threshold"
        return f"Result({self.id}, {self.caption!r}, {self.score}, {mark})"


class Match(_Object):
    """The answer to one query: its results, the best first, and what of the query was not read."""

    @property
    def results(self) -> list[Result]:
        """The best records, as many as were asked for at most."""
        return [Result(own) for own in self._fields["results"]]

    @property
    def hits(self) -> list[Result]:
        """The results that reach the threshold."""
        return [result for result in self.results if result.match]

    def __repr__(self) -> str:
        lines = [f"Match: {len(self.results)} of {self.total:,} candidates"]
        return "\n".join([*lines, *(f"  {result!r}" for result in self.results)])

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th>{name}</th>" for name in ("score", "match", "record", "name", "list", "why")
        )
        lines = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
        for result in self.results:
            values = (
                result.score,
                "yes" if result.match else "no",
                result.id,
                result.caption,
                ", ".join(result.datasets),
                result.explain(),
            )
            cells = "".join(f"<td dir='auto'>{escape(str(value))}</td>" for value in values)
            lines.append(f"<tr>{cells}</tr>")
        return "".join([*lines, "</tbody></table>"])
