"""The error of this package."""


class EngineError(Exception):
    """Something that was passed cannot be used, or the engine is not there.

    `code` is a word for programs: those of the library (`column`, `value`, `order`, `state`, `options`, `argument`;
    docs/engine.md), `library` where the library cannot be opened, and `folder` where a folder of files is not what it
    should be.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"
