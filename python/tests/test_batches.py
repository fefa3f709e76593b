"""The division of rows by members."""

import random

import pyarrow as pa
import pytest

from footfall_engine import EngineError, batches


def _rows(members):
    return pa.table({"member": members, "timestamp": pa.array(range(len(members)), pa.int64())})


@pytest.mark.parametrize("seed", range(20))
def test_slices_have_whole_members_and_all_rows(seed, monkeypatch):
    chance = random.Random(seed)
    monkeypatch.setattr(batches, "FIXES_PER_CALL", chance.randint(1, 50))
    monkeypatch.setattr(batches, "MEMBERS_PER_CALL", chance.randint(1, 5))
    table = _rows(sorted(f"m{chance.randint(0, 30)}" for _ in range(chance.randint(0, 300))))
    parts = list(batches.slices(table))
    assert sum(part.num_rows for _, part in parts) == table.num_rows
    seen: set[str] = set()
    for members, part in parts:
        assert set(members) == set(part["member"].to_pylist())
        assert not seen & set(members)
        assert part.num_rows <= batches.FIXES_PER_CALL or len(members) == 1
        assert len(members) <= batches.MEMBERS_PER_CALL
        seen |= set(members)


@pytest.mark.parametrize("seed", range(20))
def test_record_batches_are_joined_to_whole_members(seed, monkeypatch):
    chance = random.Random(seed)
    monkeypatch.setattr(batches, "FIXES_PER_CALL", chance.randint(1, 50))
    table = _rows(sorted(f"m{chance.randint(0, 30):02}" for _ in range(chance.randint(1, 300))))
    parts = list(batches.whole_members(table.to_batches(max_chunksize=chance.randint(1, 60))))
    assert pa.concat_tables(parts).equals(table)
    seen: set[str] = set()
    for part in parts:
        members = set(part["member"].to_pylist())
        assert not seen & members
        seen |= members


def test_a_member_that_returns_is_refused(monkeypatch):
    monkeypatch.setattr(batches, "FIXES_PER_CALL", 2)
    with pytest.raises(EngineError) as caught:
        list(batches.whole_members(_rows(["a", "a", "b", "b", "c", "c", "a"]).to_batches(max_chunksize=2)))
    assert caught.value.code == "order"


@pytest.mark.parametrize("seed", range(10))
def test_fixes_are_sorted_by_member_device_and_time(seed):
    chance = random.Random(seed)
    rows = [(f"m{chance.randint(0, 15)}", f"d{chance.randint(0, 1)}", chance.randint(0, 99)) for _ in range(200)]
    members, devices, times = zip(*rows, strict=True)
    table = batches.sorted_fixes(pa.table({"member": members, "device": devices, "timestamp": times}))
    assert [tuple(row.values()) for row in table.to_pylist()] == sorted(rows)


def test_of_several_states_of_a_member_the_newest_is_taken():
    table = pa.table({"member": ["a", "b", "a", "a"], "batch": [1, 1, 3, 2], "state": [b"1", b"b", b"3", b"2"]})
    assert batches.newest_states(table, "batch").to_pydict()["state"] == [b"3", b"b"]


def test_a_fix_without_a_device_is_sorted_under_the_name_of_its_member():
    table = pa.table(
        {
            "member": ["b", "a", "b", "a"],
            "device": [None, "a", "b", None],
            "timestamp": pa.array([3, 2, 1, 1], pa.int64()),
        }
    )
    assert batches.sorted_fixes(table).to_pydict() == {
        "member": ["a", "a", "b", "b"],
        "device": ["a", "a", "b", "b"],
        "timestamp": [1, 2, 1, 3],
    }


def _coded(table, names):
    for name in names:
        table = table.set_column(table.column_names.index(name), name, table[name].dictionary_encode())
    return table


def _views(table):
    codes = table["member"].dictionary_encode().combine_chunks()
    members = pa.DictionaryArray.from_arrays(codes.indices, codes.dictionary.cast(pa.string_view()))
    return table.set_column(0, "member", pa.chunked_array([members]))


def _null_in_dictionary(table):
    devices = pa.array([*"yx", None])
    codes = [2 if device is None else "yx".index(device) for device in table["device"].to_pylist()]
    column = pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), devices)
    return table.set_column(1, "device", pa.chunked_array([column]))


@pytest.mark.parametrize("without_device", [False, True])
@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda table: _coded(table, ["member", "device"]), id="all texts"),
        pytest.param(lambda table: _coded(table, ["member"]), id="members"),
        pytest.param(lambda table: _coded(table, ["device"]), id="devices"),
        pytest.param(
            lambda table: pa.concat_tables(
                [_coded(table.slice(start, 50), ["member", "device"]) for start in range(0, table.num_rows, 50)]
            ),
            id="several dictionaries",
        ),
        pytest.param(_views, id="views"),
        pytest.param(_null_in_dictionary, id="a null in the dictionary"),
    ],
)
def test_fixes_with_dictionaries_are_sorted_by_their_texts(encode, without_device):
    chance = random.Random(1)
    table = pa.table(
        {
            "member": [chance.choice("bac") for _ in range(300)],
            "device": [chance.choice(["y", "x", None] if without_device else "yx") for _ in range(300)],
            "timestamp": pa.array([chance.randrange(10**12, 10**12 + 50) for _ in range(300)], pa.int64()),
        }
    )
    rows = [(row["member"], row["device"] or row["member"], row["timestamp"]) for row in table.to_pylist()]
    result = batches.sorted_fixes(encode(table))
    assert set(result.schema.types[:2]) <= {pa.string(), pa.large_string()}
    assert [tuple(row.values()) for row in result.to_pylist()] == sorted(rows)
