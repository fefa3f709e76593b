internal import Foundation
internal import VisitPipeline

/// A progress line on a terminal, which is cleared at the end.
struct ProgressBar {
    private static let width = 30

    /// A bar, the share of bytes read, and the number of fixes.
    static func text(_ progress: ReplayProgress) -> String {
        let share = progress.bytesTotal > 0 ? Double(progress.bytesRead) / Double(progress.bytesTotal) : 1
        return text(share, "\(progress.fixes) fixes")
    }

    private static func text(_ share: Double, _ what: String) -> String {
        let filled = Int((Double(width) * min(1, share)).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(bar)] \(Int(min(1, share) * 100)) %  \(what)"
    }

    static func draw(_ done: Int, of count: Int, _ name: String) {
        write("\r\u{1B}[K" + text(count > 0 ? Double(done) / Double(count) : 1, "\(done) of \(count) \(name)"))
    }

    static func draw(_ progress: ReplayProgress) { write("\r\u{1B}[K" + text(progress)) }

    static func clear() { write("\r\u{1B}[K") }

    private static func write(_ text: String) {
        // A closed terminal must not end the work.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
