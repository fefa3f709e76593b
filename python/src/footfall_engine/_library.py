"""Calls libfootfall_engine: tables go in and out by the Arrow C Data Interface.

The only file that knows of C. The functions are those of footfall_engine.h.
"""

import ctypes
import functools
import os
import pathlib

import pyarrow as pa

from .errors import EngineError

ABI = 1
VARIABLE = "FOOTFALL_ENGINE_LIBRARY"
_BUNDLED = pathlib.Path(__file__).with_name("libfootfall_engine.so")


class _Table(ctypes.Structure):
    # The sizes of struct ArrowSchema and struct ArrowArray on a machine with pointers of 8 bytes.
    _fields_ = [("schema", ctypes.c_uint64 * 9), ("array", ctypes.c_uint64 * 10)]


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_char * 32), ("message", ctypes.c_char * 2016)]


class _Results(ctypes.Structure):
    _fields_ = [("visits", _Table), ("events", _Table), ("states", _Table), ("refused", _Table)]


def path() -> str:
    """Returns the file of the library: the one in the variable, or the one in the wheel."""
    return os.path.abspath(os.environ.get(VARIABLE) or _BUNDLED)


@functools.cache
def _opened(file: str) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(file)
    except OSError as problem:
        raise EngineError(
            "library", f"{file} cannot be opened: {problem}. Install a wheel, or name the library in {VARIABLE}"
        ) from problem
    table, error = ctypes.POINTER(_Table), ctypes.POINTER(_Error)
    library.footfall_engine_abi.restype = ctypes.c_uint32
    library.footfall_engine_open.argtypes = [table, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), error]
    library.footfall_engine_open.restype = ctypes.c_int32
    library.footfall_engine_advance.argtypes = [
        ctypes.c_void_p, table, table, ctypes.c_int64, ctypes.POINTER(_Results), error,
    ]  # fmt: skip
    library.footfall_engine_advance.restype = ctypes.c_int32
    library.footfall_engine_close.argtypes = [ctypes.c_void_p]
    library.footfall_engine_close.restype = None
    if (found := library.footfall_engine_abi()) != ABI:
        raise EngineError("library", f"{file} has the interface {found}, expected {ABI}")
    return library


def _exported(table: pa.RecordBatch) -> _Table:
    exported = _Table()
    table._export_to_c(ctypes.addressof(exported.array), ctypes.addressof(exported.schema))
    return exported


def _imported(table: _Table) -> pa.RecordBatch:
    return pa.RecordBatch._import_from_c(ctypes.addressof(table.array), ctypes.addressof(table.schema))


def _check(status: int, error: _Error) -> None:
    if status != 0:
        raise EngineError(error.code.decode(), error.message.decode(errors="replace"))


class Handle:
    """An opened engine of the library; closed when nothing refers to it."""

    def __init__(self, facilities: pa.RecordBatch, options: str) -> None:
        self._library = _opened(path())
        self._engine, error = ctypes.c_void_p(), _Error()
        # The library releases what it is passed, whatever happens.
        status = self._library.footfall_engine_open(_exported(facilities), options.encode(), self._engine, error)
        _check(status, error)

    def advance(
        self, fixes: pa.RecordBatch, states: pa.RecordBatch | None, now_ms: int
    ) -> tuple[pa.RecordBatch, pa.RecordBatch, pa.RecordBatch, pa.RecordBatch]:
        """Returns visits, events, states and refused rows. Other threads go on meanwhile: ctypes lets the GIL go."""
        results, error = _Results(), _Error()
        status = self._library.footfall_engine_advance(
            self._engine, _exported(fixes), None if states is None else _exported(states), now_ms, results, error
        )
        _check(status, error)
        return (
            _imported(results.visits),
            _imported(results.events),
            _imported(results.states),
            _imported(results.refused),
        )

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self._library.footfall_engine_close(self._engine)
