"""The engine in Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pandas
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import comparison
from footfall_engine import Engine, EngineError, read_facilities, schemas
from footfall_engine.batches import sorted_fixes


@pytest.fixture(scope="module")
def engine(town):
    return Engine(town.facilities)


@pytest.fixture(scope="module")
def fixes(town):
    return sorted_fixes(town.fixes)


def test_visits_are_found_and_counted(engine, fixes):
    visits = engine.visits(fixes)
    assert visits.num_rows > 100
    assert pc.sum(visits["counted"]).as_py() > 50
    assert "withdrawn" not in visits["status"].to_pylist()


def test_tables_have_the_columns_that_are_documented(engine, fixes):
    results = engine.advance(fixes)
    tables = [results.visits, results.events, results.states, results.refused]
    assert [table.schema for table in tables] == [schemas.VISITS, schemas.EVENTS, schemas.STATES, schemas.REFUSED]


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(lambda table: table.to_pandas(), id="pandas"),
        pytest.param(lambda table: polars.from_arrow(table), id="polars"),
        pytest.param(
            lambda table: polars.from_arrow(table).with_columns(polars.col("member").cast(polars.Categorical)),
            id="polars with categories",
        ),
        pytest.param(lambda table: table.combine_chunks().to_batches()[0], id="a record batch"),
        pytest.param(lambda table: {name: table[name] for name in table.column_names}, id="a dictionary of columns"),
        pytest.param(
            lambda table: table.set_column(0, "member", table["member"].dictionary_encode()),
            id="encoded as dictionaries",
        ),
        pytest.param(
            lambda table: table.set_column(0, "member", table["member"].cast(pa.large_string())), id="large strings"
        ),
        pytest.param(
            lambda table: pa.concat_tables([table.slice(0, 1000), table.slice(1000)]), id="a table of several chunks"
        ),
    ],
)
def test_rows_of_any_form_give_the_same_visits(engine, fixes, form):
    assert comparison.differences(engine.visits(fixes), engine.visits(form(fixes))) == []


def test_a_pandas_frame_with_an_index_and_missing_values(engine, fixes):
    frame = fixes.to_pandas()
    frame.loc[0, "speed"] = float("nan")
    frame.index = frame.index[::-1]
    assert isinstance(frame, pandas.DataFrame)
    assert engine.visits(frame).num_rows == engine.visits(fixes).num_rows


def test_whole_numbers_of_a_measure_are_read(engine, fixes):
    whole = fixes.set_column(6, "accuracy", fixes["accuracy"].cast(pa.int64()))
    assert comparison.differences(engine.visits(fixes), engine.visits(whole)) == []


def test_a_column_without_values_is_as_if_it_were_not_there(engine, fixes):
    for kind in (pa.null(), pa.string(), pa.float64()):
        empty = fixes.append_column("activity", pa.nulls(fixes.num_rows, kind))
        empty = empty.append_column("course", pa.nulls(fixes.num_rows, kind))
        assert comparison.differences(engine.visits(fixes), engine.visits(empty)) == []


def _renamed(table, old, new):
    return table.rename_columns([new if name == old else name for name in table.column_names])


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        pytest.param(lambda t: t.drop(["latitude"]), "column", "latitude", id="a missing column"),
        pytest.param(lambda t: _renamed(t, "accuracy", "acuracy"), "column", "acuracy", id="an unknown column"),
        pytest.param(
            lambda t: t.set_column(4, "latitude", t["latitude"].cast(pa.float32())), "column", "float", id="float32"
        ),
        pytest.param(
            lambda t: t.set_column(0, "member", pa.array(range(t.num_rows))), "column", "int64", id="numbers for ids"
        ),
        pytest.param(
            lambda t: t.set_column(3, "timestamp", pc.divide(t["timestamp"].cast(pa.int64()), 1000)),
            "column",
            "milliseconds",
            id="seconds for milliseconds",
        ),
        pytest.param(
            lambda t: t.take(list(range(0, t.num_rows, 2)) + [1]), "order", "sort", id="a device that returns"
        ),
        pytest.param(lambda t: "fixes.csv", "argument", "str", id="no table"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(engine, fixes, change, code, words):
    with pytest.raises(EngineError) as caught:
        engine.visits(change(fixes))
    assert caught.value.code == code
    assert words in caught.value.message


def test_a_row_without_a_position_is_returned(engine, fixes):
    latitudes = fixes["latitude"].to_pylist()
    latitudes[17] = 123.0
    results = engine.advance(fixes.set_column(4, "latitude", pa.array(latitudes)))
    assert results.refused["row"].to_pylist() == [17]


def test_options_reach_the_engine(town, fixes):
    only = Engine(town.facilities, members={f"member-{n:03}": ["place-01"] for n in range(12)}).visits(fixes)
    assert set(only["facility"].to_pylist()) <= {"place-01"}
    bare = Engine(town.facilities, "bare").visits(fixes)
    assert bare["policy_version"][0].as_py().startswith("bare")
    changed = Engine(town.facilities, {"base": "standard", "visits": {"merge_gap_seconds": 1}}).visits(fixes)
    assert changed["policy_version"][0] != Engine(town.facilities).visits(fixes)["policy_version"][0]
    for members in ({"ann": "place-01"}, {1: ["place-01"]}):
        with pytest.raises(EngineError, match="expected a list"):
            Engine(town.facilities, members=members)
    with pytest.raises(EngineError, match="merge_gap"):
        Engine(town.facilities, {"visits": {"merge_gap": 1}})


def test_an_engine_is_used_from_threads_and_goes_to_other_processes(engine, fixes):
    visits = engine.visits(fixes)
    with ThreadPoolExecutor(4) as pool:
        for other in pool.map(engine.visits, [fixes] * 8):
            assert comparison.differences(visits, other) == []
    assert comparison.differences(visits, pickle.loads(pickle.dumps(engine)).visits(fixes)) == []


def test_day_after_day_gives_the_visits_of_one_run(engine, town, fixes):
    assert comparison.differences(engine.visits(fixes), comparison.day_after_day(engine, town), ids=False) == []


def test_states_need_facilities_with_keys(town, fixes):
    engine = Engine(town.facilities.drop(["key"]))
    assert engine.visits(fixes).num_rows > 100
    with pytest.raises(EngineError, match="key"):
        engine.advance(fixes)


def test_a_damaged_state_is_refused(engine, fixes):
    states = engine.advance(fixes).states
    damaged = [bytes([*state[:-1], state[-1] ^ 1]) for state in states["state"].to_pylist()]
    with pytest.raises(EngineError) as caught:
        engine.advance(fixes, states.set_column(2, "state", pa.array(damaged, pa.large_binary())))
    assert caught.value.code == "state"


def test_a_time_without_a_zone_is_refused(engine, fixes):
    import datetime

    with pytest.raises(EngineError, match="time zone"):
        engine.advance(fixes, now=datetime.datetime(2026, 3, 9))
    with pytest.raises(EngineError, match="a float"):
        engine.advance(fixes, now=1.5)


def test_facilities_are_read_from_an_exported_file(tmp_path):
    file = tmp_path / "facilities.csv"
    file.write_text("facility_id,name,latitude,longitude,radius_m,dwell_seconds,time_zone\n007,Gym,41.5,-87,100,,\n")
    table = read_facilities(file)
    assert table.column_names == ["id", "latitude", "longitude", "radius_m", "dwell_seconds", "time_zone"]
    assert table.to_pylist()[0] == {
        "id": "007", "latitude": 41.5, "longitude": -87.0, "radius_m": 100.0, "dwell_seconds": None, "time_zone": None,
    }  # fmt: skip
    assert Engine(table).visits({"member": [], "timestamp": [], "latitude": [], "longitude": []}).num_rows == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("facility_id,latitude,longitude,raduis_m\na,1,2,3\n", "raduis_m", id="a misspelt column"),
        pytest.param("name,latitude,longitude\na,1,2\n", "no column facility_id", id="no id"),
        pytest.param("facility_id,latitude,longitude\na,north,2\n", "cannot be read", id="a text for a number"),
    ],
)
def test_a_wrong_file_of_facilities_is_refused(tmp_path, text, words):
    (tmp_path / "facilities.csv").write_text(text)
    with pytest.raises(EngineError, match=words):
        read_facilities(tmp_path / "facilities.csv")


def test_an_id_that_looks_like_a_missing_value_is_an_id(tmp_path):
    (tmp_path / "facilities.csv").write_text("facility_id,latitude,longitude,part_of\nNA,1,2,\nb,1,2,NA\n")
    table = read_facilities(tmp_path / "facilities.csv")
    assert table["id"].to_pylist() == ["NA", "b"]
    assert table["part_of"].to_pylist() == [None, "NA"]


def test_a_library_that_is_not_there_is_named(town):
    import subprocess
    import sys

    code = "import footfall_engine as f; f.Engine({'key': [1], 'id': ['a'], 'latitude': [1.0], 'longitude': [1.0]})"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"FOOTFALL_ENGINE_LIBRARY": "/nowhere/lib.so"},
        capture_output=True,
        text=True,
    )
    assert "/nowhere/lib.so cannot be opened" in run.stderr
