internal import Foundation
internal import VisitPipeline

/// A line on a terminal that says how far a replay has come, and is gone when it is done.
struct ProgressBar {
    private static let width = 30

    /// The line for a point of a replay: a bar, the share read, and the fixes taken in.
    static func text(_ progress: ReplayProgress) -> String {
        let share = progress.bytesTotal > 0 ? Double(progress.bytesRead) / Double(progress.bytesTotal) : 1
        let filled = Int((Double(width) * min(1, share)).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(bar)] \(Int(min(1, share) * 100)) %  \(progress.fixes) fixes"
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
