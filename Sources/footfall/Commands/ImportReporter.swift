internal import Foundation
internal import Interchange
internal import VisitPipeline

/// Reports the result of an import: messages, the report file, and the exit status.
struct ImportReporter {
    let report: ImportReport
    /// The path of the JSON report with every diagnostic; `nil` for none.
    let reportFile: String?

    /// Prints the diagnostics and then the result.
    ///
    /// Throws `CommandFailure` where nothing was imported, or the report file can't be written.
    func print(to console: Console) throws {
        let hint = reportFile.map { ", all of them in \($0)" } ?? "; --report FILE.json writes them all"
        for line in DiagnosticPrinter.lines(report.diagnostics, hint: hint) { console.errors(line) }
        try writeReport()
        for line in ImportDisplay.lines(report) { try console.print(line) }
        switch report.outcome {
        case .imported, .dryRun: return
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
