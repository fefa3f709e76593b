internal import Foundation
internal import Interchange
internal import VisitPipeline

/// The end of an import: what is told, what is written, and the status.
struct ImportEnding {
    let report: ImportReport
    /// Where every remark goes, if anywhere.
    let reportFile: String?

    /// Tells the remarks and then the result.
    ///
    /// - Throws: `CommandFailure` where nothing was imported.
    func tell(_ console: Console) throws {
        let hint = reportFile.map { ", all in \($0)" } ?? "; --report FILE.json has all"
        for line in DiagnosticPrinter.lines(report.diagnostics, hint: hint) {
            console.errors(line)
        }
        try writeReport()
        for line in ImportDisplay.lines(report) {
            try console.print(line)
        }
        switch report.outcome {
        case .imported, .tried: return
        case .nothingUsable, .refused: throw CommandFailure(.data)
        }
    }

    private func writeReport() throws {
        guard let reportFile else { return }
        do {
            try Data(report.document.json).write(to: URL(fileURLWithPath: reportFile), options: .atomic)
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "the report `\(reportFile)` can't be written: \(error.localizedDescription); the import is done"
            )
        }
    }
}
