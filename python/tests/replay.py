"""Counts a world with the program `footfall`, from CSV into a database."""

from __future__ import annotations

import os
import pathlib
import subprocess
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from world import World

COLUMNS = [
    "member",
    "device",
    "facility",
    "entered_at",
    "dwelled_at",
    "exited_at",
    "status",
    "evidence",
    "month",
    "verdict",
    "confidence",
]
"""What the program lists of a visit, as the engine's table has it."""


def visits(program: pathlib.Path, folder: pathlib.Path, town: World, batches: Iterable[pa.Table]) -> pa.Table:
    """Returns the visits after the program has replayed a file for each batch."""
    folder.mkdir(parents=True)
    facilities = town.facilities.drop(["key"])
    facilities = facilities.rename_columns(
        ["facility_id" if name == "id" else name for name in facilities.column_names]
    )
    pyarrow.csv.write_csv(facilities.append_column("name", facilities["facility_id"]), folder / "facilities.csv")

    def footfall(*arguments: object) -> str:
        environment = os.environ | {"FOOTFALL_DATABASE": str(folder / "footfall.sqlite")}
        run = subprocess.run([program, *map(str, arguments)], env=environment, capture_output=True, text=True)
        assert run.returncode == 0, f"footfall {arguments}: {run.stderr}"
        return run.stdout

    footfall("facilities", "import", folder / "facilities.csv")
    for number, batch in enumerate(batches):
        file = folder / f"{number}.csv"
        for name in ("timestamp", "received_at"):
            text = pc.strftime(batch[name], "%Y-%m-%dT%H:%M:%SZ")
            batch = batch.set_column(batch.column_names.index(name), name, text)
        pyarrow.csv.write_csv(batch, file)
        # One batch for a file: a visit has the id under which a batch first reported it.
        footfall("replay", file, "--batch-size", batch.num_rows)
    (folder / "visits.csv").write_text(footfall("visits", "list", "--format", "csv"))
    return _read(folder / "visits.csv")


def _read(file: pathlib.Path) -> pa.Table:
    times = ("entered_at", "dwelled_at", "exited_at")
    types = {name: pa.string() for name in (*COLUMNS, "visit_id")}
    types |= {"confidence": pa.float64()} | {name: pa.timestamp("ms", "UTC") for name in times}
    options = pyarrow.csv.ConvertOptions(
        column_types=types, strings_can_be_null=False, include_columns=["visit_id", *COLUMNS]
    )
    return pyarrow.csv.read_csv(file, convert_options=options)
