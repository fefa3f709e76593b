internal import NIOCore
internal import Synchronization

/// Closes the connection of a listener that does not take what it is sent.
///
/// Such a listener would hold its events in memory for as long as it likes, and the end of the service up: a connection with
/// something unsent is not closed by itself.
final class ListenerWatch: Sendable {
    /// How long a listener may take for a piece, in seconds.
    static let patienceSeconds: Int64 = 30
    /// How long a listener has to take the rest once the service ends, in seconds.
    static let endingSeconds: Int64 = 2

    private let channel: any Channel
    private let isEnding: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        /// Since when a piece has been on its way; `nil` where none is.
        var sendingSince: NIODeadline?
        var task: RepeatedTask?
    }

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - channel: the listener's connection.
    ///   - isEnding: whether the service ends.
    init(_ channel: any Channel, isEnding: @escaping @Sendable () -> Bool) {
        self.channel = channel
        self.isEnding = isEnding
        let second = TimeAmount.seconds(1)
        let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: second, delay: second) { [weak self] _ in
            self?.look(at: .now())
        }
        state.withLock { $0.task = task }
    }

    /// Notes that a piece is on its way.
    func begin() { state.withLock { $0.sendingSince = .now() } }

    /// Notes that the listener has taken the piece.
    func finish() { state.withLock { $0.sendingSince = nil } }

    /// Whether a piece has been on its way for too long.
    ///
    /// - Parameters:
    ///   - since: since when.
    ///   - time: now.
    ///   - isEnding: whether the service ends.
    /// - Returns: whether the connection is to be closed.
    static func isTooSlow(since: NIODeadline, at time: NIODeadline, isEnding: Bool) -> Bool {
        time - since >= .seconds(isEnding ? endingSeconds : patienceSeconds)
    }

    /// Ends watching.
    ///
    /// Where the service ends, the connection is closed soon even if something of the end is unsent.
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
