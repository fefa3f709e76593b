internal import NIOCore
internal import Synchronization

/// A watchdog that closes the connection of a client that does not read its events.
///
/// Such a client would hold events in memory, and delay the stop of the service: a connection with unsent data does not
/// close by itself.
final class ListenerWatch: Sendable {
    /// The time for a client to read a piece, in seconds.
    static let patienceSeconds: Int64 = 30
    /// The time for a client to read the rest once the service stops, in seconds.
    static let endingSeconds: Int64 = 2

    private let channel: any Channel
    private let isEnding: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        /// The time at which the current write began; `nil` where there is none.
        var sendingSince: NIODeadline?
        var task: RepeatedTask?
    }

    /// Begins to watch.
    init(_ channel: any Channel, isEnding: @escaping @Sendable () -> Bool) {
        self.channel = channel
        self.isEnding = isEnding
        let second = TimeAmount.seconds(1)
        let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: second, delay: second) { [weak self] _ in
            self?.look(at: .now())
        }
        state.withLock { $0.task = task }
    }

    /// Records the begin of a write.
    func begin() { state.withLock { $0.sendingSince = .now() } }

    /// Records that the client has read the piece.
    func finish() { state.withLock { $0.sendingSince = nil } }

    /// Whether a write takes too long.
    static func isTooSlow(since: NIODeadline, at time: NIODeadline, isEnding: Bool) -> Bool {
        time - since >= .seconds(isEnding ? endingSeconds : patienceSeconds)
    }

    /// Stops watching.
    ///
    /// Where the service stops, the connection is closed soon even if some data is unsent.
    func end() {
        state.withLock { $0.task }?.cancel()
        guard isEnding() else { return }
        channel.eventLoop.scheduleTask(in: .seconds(Self.endingSeconds)) { [channel] in channel.close(promise: nil) }
    }

    private func look(at time: NIODeadline) {
        guard let since = state.withLock({ $0.sendingSince }),
            Self.isTooSlow(since: since, at: time, isEnding: isEnding())
        else { return }
        channel.close(promise: nil)
    }
}
