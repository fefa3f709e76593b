"""The folders of jobs: each has a `footfall.json`, and its name only when all of it is written."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import uuid
from typing import Any

from ..errors import EngineError

Path = str | os.PathLike[str]

_FORMAT = 1


def local(folder: Path) -> pathlib.Path:
    """Returns an absolute path: the workers of Spark begin elsewhere.

    A URI is refused, because it would be taken for a folder of this name.
    """
    if "://" in os.fspath(folder):
        raise EngineError(
            "folder",
            f"{folder} is a URI, expected a path; count_visits and BatchCounter of footfall_engine.spark read others",
        )
    return pathlib.Path(folder).absolute()


def new(folder: Path) -> pathlib.Path:
    """Returns the path of a folder that is to be written; one that exists is refused."""
    target = local(folder)
    if target.exists():
        raise EngineError("folder", f"{target} exists; remove it, or name another folder")
    return target


class Completed:
    """A folder that has its name only when all of it is written."""

    def __init__(self, target: pathlib.Path) -> None:
        self._target = target

    def __enter__(self) -> pathlib.Path:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        # A folder of its own, whatever another program writes for the same target.
        self._partial = self._target.with_name(f"{self._target.name}.partial-{uuid.uuid4().hex[:8]}")
        self._partial.mkdir()
        return self._partial

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._partial.rename(self._target)
        except OSError as problem:
            raise EngineError("folder", f"{self._target} cannot be completed: {problem}") from problem
        finally:
            shutil.rmtree(self._partial, ignore_errors=True)


def write_marker(folder: pathlib.Path, content: dict[str, Any]) -> None:
    """Writes what is known of a folder."""
    (folder / "footfall.json").write_text(json.dumps({"format": _FORMAT} | content) + "\n")


def marker(folder: pathlib.Path) -> dict[str, Any]:
    """Returns what is known of a folder; raises `folder` where it is none of these."""
    try:
        content: dict[str, Any] = json.loads((folder / "footfall.json").read_text())
    except ValueError as problem:
        raise EngineError("folder", f"{folder}/footfall.json is damaged: {problem}") from problem
    except FileNotFoundError:
        raise EngineError(
            "folder", f"{folder} has no footfall.json; divide fixes with footfall_engine.parquet.partition"
        ) from None
    if content.get("format") != _FORMAT:
        raise EngineError("folder", f"{folder} has the format {content.get('format')}, expected {_FORMAT}")
    return content
