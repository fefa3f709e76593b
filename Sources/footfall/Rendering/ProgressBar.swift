internal import Foundation
internal import VisitPipeline

/// A line on a terminal that says how far a replay has come, and is gone when it is done.
struct ProgressBar {
    private static let width = 30

    /// The line for a point of a replay: a bar, the share read, and the fixes taken in.
    static func text(_ progress: ReplayProgress) -> String {
        let share = progress.bytesTotal > 0 ? Double(progress.bytesRead) / Double(progress.bytesTotal) : 1
        return text(share, "\(progress.fixes) fixes")
    }

    private static func text(_ share: Double, _ what: String) -> String {
        let filled = Int((Double(width) * min(1, share)).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(bar)] \(Int(min(1, share) * 100)) %  \(what)"
    }

    /// Draws the line for so many things done of so many.
    static func draw(_ done: Int, of count: Int, _ name: String) {
        write("\r\u{1B}[K" + text(count > 0 ? Double(done) / Double(count) : 1, "\(done) of \(count) \(name)"))
    }

    /// Draws the line over the last one.
    static func draw(_ progress: ReplayProgress) {
        write("\r\u{1B}[K" + text(progress))
    }

    /// Takes the line away.
    static func clear() {
        write("\r\u{1B}[K")
    }

    private static func write(_ text: String) {
        // A terminal that is gone must not end the work.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
