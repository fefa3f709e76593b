"""Plants breaches and look-alikes in a temporary tree and sees that exactly the breaches are found."""

import pathlib
import tempfile

from .rules import LONGEST_FILE, breaches

# File: its text, and the lines on which a breach has to be found.
PLANTED = {
    "Sources/VisitModel/Plain.swift": ("public struct Plain {}\n", []),
    "Sources/VisitModel/Upward.swift": ("import Foundation\nimport Interchange\n", [2]),
    "Sources/Interchange/Sideways.swift": ("public import VisitModel\ninternal import GeofenceEngine\n", [2]),
    "Sources/Interchange/Testable.swift": ("@testable import VisitStore\n", [1]),
    "Sources/Interchange/Part.swift": ("import struct VisitStore.Row\n", [1]),
    "Sources/Interchange/Library.swift": ("import GRDB\nimport Yams\n", [1, 2]),
    "Sources/Interchange/Unknown.swift": ("import Alamofire\n", [1]),
    "Sources/Interchange/AfterComment.swift": ("/* a\n /* nested */\n*/ import VisitStore\n", [3]),
    "Sources/Interchange/Comment.swift": ("// import VisitStore\n/*\nimport VisitStore\n*/\n", []),
    "Sources/Interchange/Text.swift": ('let help = """\n    import VisitStore\n    """\n', []),
    "Sources/Interchange/Words.swift": ('let a = "SELECTED"\nlet b = "Create a facility"\nlet c = "select one"\n', []),
    "Sources/VisitPipeline/Query.swift": ('let all = "SELECT * FROM visits"\n', [1]),
    "Sources/VisitPipeline/Lines.swift": ('let all = 1\nlet sql = """\n    INSERT INTO visits\n    """\n', [2]),
    "Sources/VisitPipeline/Raw.swift": ('let sql = #"delete from "visits""#\n', [1]),
    "Sources/VisitPipeline/Lower.swift": ('let sql = "update visits set month = 3"\n', [1]),
    "Sources/VisitPipeline/Inner.swift": ('let text = "name \\(run("DELETE FROM x WHERE y")) end"\n', [1]),
    "Sources/VisitPipeline/Remark.swift": ('// "SELECT 1"\nlet quote = "\\"SELECT"\n', []),
    "Sources/VisitPipeline/Good.swift": ("public import VisitStore\nimport Yams\nimport Synchronization\n", []),
    "Sources/VisitStore/Query.swift": ('import GRDB\nimport CSpatiaLite\nlet all = "SELECT * FROM visits"\n', []),
    "Sources/VisitStore/Engine.swift": ("import VisitModel\nimport GeofenceEngine\n", [2]),
    "Sources/footfall/Main.swift": ("import ArgumentParser\nimport VisitPipeline\nimport Interchange\n", []),
    "Sources/footfall/Store.swift": ("import GRDB\n", [1]),
    "Sources/VisitModel/Long.swift": ("\n" * (LONGEST_FILE + 1), [LONGEST_FILE + 1]),
    "Sources/VisitModel/JustShort.swift": ("\n" * LONGEST_FILE, []),
    "Sources/Helpers/Any.swift": ("import Foundation\n", None),
    "migrations/Files.swift": ('import VisitModel\nlet first = "CREATE TABLE a"\n', [1]),
}


def run(rules):
    """The differences between what was planted and what was found, as sentences."""
    wanted = {
        (file, line) for file, (_, lines) in PLANTED.items() if lines is not None for line in lines
    } | {("Sources/Helpers", 1)}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for file, (text, _) in PLANTED.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        found = {(breach.file, breach.line) for breach in breaches(root, rules)}
    return [f"a planted breach was not found: {file}:{line}" for file, line in sorted(wanted - found)] + [
        f"found a breach where there is none: {file}:{line}" for file, line in sorted(found - wanted)]
