"""Folders of Parquet files."""

import random
import shutil

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import comparison
import world
from footfall_engine import Engine, EngineError
from footfall_engine.batches import sorted_fixes
from footfall_engine.engine import latest
from footfall_engine.parquet import bucket_of, count_visits, partition, read_visits


@pytest.fixture(scope="module")
def source(town, tmp_path_factory):
    """The fixes in several files, in the order of receipt."""
    folder = tmp_path_factory.mktemp("source")
    step = town.fixes.num_rows // 3 + 1
    for number in range(3):
        pq.write_table(town.fixes.slice(number * step, step), folder / f"{number}.parquet")
    return folder


@pytest.fixture(scope="module")
def fixes(source, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fixes") / "divided"
    partition(source, folder, buckets=5)
    return folder


def test_a_bucket_has_all_fixes_of_its_members(town, fixes):
    table = ds.dataset(fixes, format="parquet", partitioning="hive", exclude_invalid_files=True).to_table()
    assert table.num_rows == town.fixes.num_rows
    for row in table.select(["member", "bucket"]).group_by(["member", "bucket"]).aggregate([]).to_pylist():
        assert row["bucket"] == bucket_of(row["member"], 5)


def test_a_folder_gives_the_visits_of_the_engine(town, fixes, tmp_path):
    calls = []
    summary = count_visits(
        fixes, town.facilities, state_out=tmp_path / "out", progress=lambda *done: calls.append(done)
    )
    assert (summary.fixes, summary.members, summary.refused) == (town.fixes.num_rows, 12, 0)
    assert [done for _, done, _ in calls] == [1, 2, 3, 4, 5]
    expected = Engine(town.facilities).visits(sorted_fixes(town.fixes))
    assert comparison.differences(expected, read_visits(tmp_path / "out")) == []
    months = {folder.name for folder in (tmp_path / "out" / "visits").iterdir()}
    assert months == {f"month={month}" for month in set(expected["month"].to_pylist())}


def test_day_after_day_gives_the_visits_of_one_run(town, tmp_path):
    before, folders = None, []
    for number, (end, fixes) in enumerate(town.days()):
        pq.write_table(fixes, tmp_path / f"{number}.parquet")
        partition(tmp_path / f"{number}.parquet", tmp_path / f"fixes-{number}", buckets=3)
        folder = tmp_path / f"counted-{number}"
        # Without keys: the folder keeps them.
        count_visits(
            tmp_path / f"fixes-{number}", town.facilities.drop(["key"]), state_in=before, state_out=folder, now=end
        )
        before = folder
        folders.append(folder)
    counted = read_visits(folders)
    engine = Engine(town.facilities)
    assert comparison.differences(comparison.day_after_day(engine, town), counted) == []
    assert comparison.differences(engine.visits(sorted_fixes(town.fixes)), counted, ids=False) == []


def test_facilities_keep_their_keys_when_others_come_first(town, tmp_path):
    (end, first), (later, second) = town.days()[:2]
    for name, part in (("1", first), ("2", second)):
        pq.write_table(part, tmp_path / f"{name}.parquet")
        partition(tmp_path / f"{name}.parquet", tmp_path / name, buckets=2)
    facilities = town.facilities.drop(["key"])
    count_visits(tmp_path / "1", facilities, state_out=tmp_path / "out-1", now=end)
    new = facilities.slice(0, 1).set_column(0, "id", pa.array(["new"]))
    new = new.set_column(1, "latitude", pa.array([10.0]))
    count_visits(
        tmp_path / "2",
        pa.concat_tables([new, facilities]),
        "standard",
        tmp_path / "out-1",
        state_out=tmp_path / "out-2",
        now=later,
    )
    one = pq.read_table(tmp_path / "out-1" / "keys.parquet").to_pylist()
    two = pq.read_table(tmp_path / "out-2" / "keys.parquet").to_pylist()
    assert {row["id"]: row["key"] for row in two} == {row["id"]: row["key"] for row in one} | {"new": 41}
    with pytest.raises(EngineError, match="place-01"):
        moved = town.facilities.set_column(0, "key", pa.array(range(2, 42)))
        count_visits(tmp_path / "2", moved, "standard", tmp_path / "out-1", state_out=tmp_path / "out-3")


def _place(key, name, latitude):
    return {"key": key, "id": name, "latitude": latitude, "longitude": -87.6}


def _stay(member, latitude, day, minutes=range(0, 40, 2)):
    start = 1_772_460_000_000 + day * world.DAY_MS
    return [
        {"member": member, "timestamp": start + 60_000 * minute, "latitude": latitude, "longitude": -87.6}
        for minute in minutes
    ]


def _count(folder, name, rows, facilities, before=None, **options):
    """Divides rows and counts them after those of a folder; returns the folder of this run."""
    pq.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")
    partition(folder / f"{name}.parquet", folder / f"{name}-fixes", buckets=2)
    count_visits(folder / f"{name}-fixes", facilities, "standard", before, state_out=folder / f"{name}-out", **options)
    return folder / f"{name}-out"


def test_a_facility_that_is_left_out_keeps_its_key(tmp_path):
    def table(*places):
        return pa.Table.from_pylist(list(places)).drop(["key"])

    a, b, c = _place(0, "A", 41.0), _place(0, "B", 41.5), _place(0, "C", 42.0)
    one = _count(tmp_path, "1", _stay("ann", 41.5, day=0), table(a, b))
    two = _count(tmp_path, "2", _stay("bob", 41.0, day=1), table(a), one)
    three = _count(tmp_path, "3", _stay("ann", 41.0, day=1), table(a, c), two)
    places = {(row["member"], row["facility"]) for row in read_visits([one, two, three]).to_pylist()}
    assert places == {("ann", "B"), ("bob", "A"), ("ann", "A")}
    keys = {row["id"]: row["key"] for row in pq.read_table(three / "keys.parquet").to_pylist()}
    assert keys == {"A": 1, "B": 2, "C": 3}


def test_a_key_of_another_facility_is_refused(tmp_path):
    one = _count(tmp_path, "1", _stay("ann", 41.0, day=0), pa.Table.from_pylist([_place(1, "A", 41.0)]))
    with pytest.raises(EngineError, match="the key 1 of C is that of A"):
        _count(tmp_path, "2", _stay("ann", 41.0, day=1), pa.Table.from_pylist([_place(1, "C", 41.0)]), one)


@pytest.mark.parametrize("seed", range(3))
def test_day_after_day_with_timers_gives_the_visits_of_the_engine(seed, tmp_path):
    # Some members have fixes on some days only.
    town = world.make(seed, members=5, days=3)
    engine, chance = Engine(town.facilities, timers=True), random.Random(seed)
    states, tables, before, folders = None, [], None, []
    for number, (end, fixes) in enumerate(town.days()):
        silent = {f"member-{n:03}" for n in range(5) if chance.random() < 0.4}
        rows = fixes.filter(pc.invert(pc.is_in(fixes["member"], pa.array(sorted(silent), pa.string()))))
        results = engine.advance(sorted_fixes(rows), states, now=end)
        states = results.states
        tables.append(results.visits)
        before = _count(tmp_path, str(number), rows.to_pylist() or [], town.facilities, before, now=end, timers=True)
        folders.append(before)
    expected = comparison.standing(latest(pa.concat_tables(tables)))
    assert expected.num_rows > 20
    assert comparison.differences(expected, read_visits(folders)) == []


def test_files_with_other_columns_are_joined(town, tmp_path):
    (tmp_path / "in").mkdir()
    half = town.fixes.num_rows // 2
    first = town.fixes.slice(0, half).drop(["speed"]).set_column(6, "accuracy", pa.nulls(half))
    pq.write_table(first, tmp_path / "in" / "0.parquet")
    pq.write_table(town.fixes.slice(half).select(town.fixes.column_names[::-1]), tmp_path / "in" / "1.parquet")
    partition(tmp_path / "in", tmp_path / "fixes", buckets=2)
    count_visits(tmp_path / "fixes", town.facilities, state_out=tmp_path / "out")
    plain = first.append_column("speed", pa.nulls(half, pa.float64())).select(town.fixes.column_names)
    together = pa.concat_tables([plain.cast(town.fixes.schema), town.fixes.slice(half)])
    expected = Engine(town.facilities).visits(sorted_fixes(together))
    assert comparison.differences(expected, read_visits(tmp_path / "out")) == []


def test_a_column_in_the_names_of_folders_is_read(town, tmp_path):
    for day, platform in ((1, "ios"), (2, "android")):
        folder = tmp_path / "in" / f"day={day}" / f"platform={platform}"
        folder.mkdir(parents=True)
        rows = town.fixes.filter(pc.equal(town.fixes["platform"], platform)).drop(["platform"])
        pq.write_table(rows, folder / "fixes.parquet")
    assert partition(tmp_path / "in", tmp_path / "fixes", buckets=1) == town.fixes.num_rows
    divided = pq.read_table(tmp_path / "fixes" / "bucket=0" / "fixes.parquet")
    assert "day" not in divided.column_names
    assert sorted(divided["platform"].to_pylist()) == sorted(town.fixes["platform"].to_pylist())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(lambda t: t.append_column("note", pa.array(["x"] * t.num_rows)), "note", id="an unknown column"),
        pytest.param(lambda t: t.set_column(0, "member", pa.array(range(t.num_rows))), "member", id="numbers for ids"),
        pytest.param(lambda t: t.drop(["latitude"]), "latitude", id="a missing column"),
    ],
)
def test_wrong_columns_are_refused_before_anything_is_written(town, tmp_path, change, words):
    pq.write_table(change(town.fixes), tmp_path / "in.parquet")
    with pytest.raises(EngineError, match=words):
        partition(tmp_path / "in.parquet", tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["in.parquet"]


def test_tables_and_filtered_datasets_are_divided(town, tmp_path):
    pq.write_table(town.fixes, tmp_path / "in.parquet")
    dataset = ds.dataset(tmp_path / "in.parquet").filter(ds.field("member") == "member-001")
    expected = pc.sum(pc.equal(town.fixes["member"], "member-001")).as_py()
    assert partition(dataset, tmp_path / "filtered", buckets=2) == expected
    views = town.fixes.set_column(0, "member", town.fixes["member"].cast(pa.string_view()))
    assert partition(views, tmp_path / "table", buckets=2) == town.fixes.num_rows


def test_fixes_that_are_lost_are_noticed(town, fixes, tmp_path):
    shutil.copytree(fixes, tmp_path / "fixes")
    shutil.rmtree(next((tmp_path / "fixes").glob("bucket=*")))
    with pytest.raises(EngineError, match="expected"):
        count_visits(tmp_path / "fixes", town.facilities, state_out=tmp_path / "out")
    with pytest.raises(EngineError, match="URI"):
        count_visits(tmp_path / "fixes", town.facilities, state_out=f"file://{tmp_path}/out")


def test_of_two_runs_into_one_folder_one_is_refused(town, fixes, tmp_path):
    def other(*_):
        if not (tmp_path / "out").exists():
            count_visits(fixes, town.facilities, state_out=tmp_path / "out")

    with pytest.raises(EngineError, match="cannot be completed"):
        count_visits(fixes, town.facilities, state_out=tmp_path / "out", progress=other)
    expected = Engine(town.facilities).visits(sorted_fixes(town.fixes))
    assert comparison.differences(expected, read_visits(tmp_path / "out")) == []
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_states_of_members_without_fixes_are_kept(town, fixes, tmp_path):
    count_visits(fixes, town.facilities, state_out=tmp_path / "1")
    none = tmp_path / "none.parquet"
    pq.write_table(town.fixes.slice(0, 0), none)
    partition(none, tmp_path / "none", buckets=5)
    summary = count_visits(tmp_path / "none", town.facilities, "standard", tmp_path / "1", state_out=tmp_path / "2")
    assert (summary.fixes, summary.visits) == (0, 0)

    def states(folder):
        return ds.dataset(folder / "states", format="parquet").to_table().sort_by("member")

    assert states(tmp_path / "2").equals(states(tmp_path / "1"))


def test_timers_close_what_is_due_of_members_without_fixes(town, tmp_path):
    # The last fixes of everyone are inside of a facility.
    place = town.facilities.slice(0, 1).to_pylist()[0]
    minutes = range(0, 40, 2)
    table = pa.table(
        {
            "member": [f"m{n}" for n in range(6) for _ in minutes],
            "timestamp": pa.array(
                [1_772_460_000_000 + 60_000 * minute for _ in range(6) for minute in minutes], pa.timestamp("ms", "UTC")
            ),
            "latitude": [place["latitude"]] * 6 * len(minutes),
            "longitude": [place["longitude"]] * 6 * len(minutes),
        }
    )
    pq.write_table(table, tmp_path / "in.parquet")
    partition(tmp_path / "in.parquet", tmp_path / "fixes", buckets=2)
    pq.write_table(table.slice(0, 0), tmp_path / "none.parquet")
    partition(tmp_path / "none.parquet", tmp_path / "no-fixes", buckets=2)
    now = 1_772_460_000_000 + 3_600_000
    count_visits(tmp_path / "fixes", town.facilities, state_out=tmp_path / "1", now=now, timers=True)
    assert set(read_visits(tmp_path / "1")["status"].to_pylist()) == {"open"}
    count_visits(
        tmp_path / "no-fixes",
        town.facilities,
        "standard",
        tmp_path / "1",
        state_out=tmp_path / "2",
        now=now + 86_400_000,
        timers=True,
    )
    after = read_visits([tmp_path / "1", tmp_path / "2"])
    assert "open" not in after["status"].to_pylist()
    assert set(after["member"].to_pylist()) == {f"m{n}" for n in range(6)}


def test_refused_fixes_are_written_with_the_reason(town, tmp_path):
    latitudes = town.fixes["latitude"].to_pylist()
    latitudes[5] = None
    pq.write_table(town.fixes.set_column(4, "latitude", pa.array(latitudes)), tmp_path / "in.parquet")
    partition(tmp_path / "in.parquet", tmp_path / "fixes", buckets=2)
    summary = count_visits(tmp_path / "fixes", town.facilities, state_out=tmp_path / "out")
    assert summary.refused == 1
    rows = ds.dataset(tmp_path / "out" / "refused", format="parquet").to_table().to_pylist()
    assert rows[0]["timestamp"] == town.fixes["timestamp"][5].as_py()
    assert "position" in rows[0]["problem"]


def test_a_run_that_fails_leaves_nothing(town, fixes, tmp_path):
    def stop(summary, done, buckets):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_visits(fixes, town.facilities, state_out=tmp_path / "out", progress=stop)
    assert list(tmp_path.iterdir()) == []
    count_visits(fixes, town.facilities, state_out=tmp_path / "out")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param({"fixes": "source"}, "folder", "partition", id="fixes that are not divided"),
        pytest.param({"state_in": "fixes"}, "folder", "states", id="fixes for states"),
        pytest.param({"state_in": "other"}, "folder", "5 buckets", id="states in other buckets"),
        pytest.param({"state_out": "fixes"}, "folder", "exists", id="a folder that exists"),
    ],
)
def test_a_wrong_folder_is_named(town, source, fixes, tmp_path, arguments, code, words):
    partition(source, tmp_path / "two", buckets=2)
    count_visits(tmp_path / "two", town.facilities, state_out=tmp_path / "other")
    folders = {"source": source, "fixes": fixes, "other": tmp_path / "other", "out": tmp_path / "out"}
    given = {"fixes": "fixes", "state_in": None, "state_out": "out"} | arguments
    given = {name: folders.get(folder) for name, folder in given.items()}
    with pytest.raises(EngineError) as caught:
        count_visits(facilities=town.facilities, **given)
    assert caught.value.code == code
    assert words in caught.value.message


def test_fixes_without_a_member_are_not_divided(tmp_path):
    rows = {
        "member": ["a", None],
        "timestamp": [1_772_460_000_000] * 2,
        "latitude": [1.0, 1.0],
        "longitude": [1.0, 1.0],
    }
    pq.write_table(pa.table(rows), tmp_path / "in.parquet")
    with pytest.raises(EngineError, match="no member"):
        partition(tmp_path / "in.parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()
