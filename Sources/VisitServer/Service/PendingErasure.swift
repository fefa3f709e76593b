/// When the service finishes an erasure that it finds interrupted.
///
/// It is checked at the start and once a minute. What is found at the start is finished at once. A mark found later may
/// be of a command that is just erasing: it is due when it is found twice. After a failure, such as a full disk, the
/// next attempt is an hour later: each needs as much free space as the file has.
struct PendingErasure: Hashable, Sendable {
    private var isStart = true
    private var wasPending = false
    /// The number of checks until the next attempt.
    private var pause = 0

    private static let pauseAfterFailure = 60

    /// Returns whether to finish it now.
    mutating func isDue(isPending: Bool) -> Bool {
        defer { (isStart, wasPending) = (false, isPending) }
        guard isPending else {
            pause = 0
            return false
        }
        guard pause == 0 else {
            pause -= 1
            return false
        }
        return isStart || wasPending
    }

    /// Called after an attempt that failed.
    mutating func hasFailed() { pause = Self.pauseAfterFailure }
}
