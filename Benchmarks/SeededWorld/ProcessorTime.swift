import Foundation

/// The time that the calling thread has spent computing.
///
/// On a machine that does other work too, what a thread waits for its turn is not what its work costs; the benchmark
/// tool's own figure comes in steps of 10 ms, too coarse for a sample.
public struct ProcessorTime: Sendable {
    private let nanoseconds: UInt64

    /// Reads the clock of the calling thread.
    public static var now: ProcessorTime {
        ProcessorTime(nanoseconds: read(CLOCK_THREAD_CPUTIME_ID))
    }

    /// How many of something were done a second, if they took the time since then.
    ///
    /// - Parameter count: how many were done since this moment, on the same thread.
    /// - Returns: so many a second.
    public func rate(of count: Int) -> Int {
        let spent = max(1, ProcessorTime.now.nanoseconds - nanoseconds)
        return Int(Double(count) * 1e9 / Double(spent))
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
