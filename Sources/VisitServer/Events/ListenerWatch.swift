internal import NIOCore
internal import Synchronization

/// Closes the connection of a client that does not read its events.
///
/// Such a client would hold events in memory, and delay the stop of the service: a connection with unsent data does not
/// close by itself.
final class ListenerWatch: Sendable {
    /// For a client to read a piece.
    static let patienceSeconds: Int64 = 30
    /// For a client to read the rest once the service stops.
    static let endingSeconds: Int64 = 2

    private let channel: any Channel
    private let isEnding: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        /// When the current write began; `nil` where there is none.
        var sendingSince: NIODeadline?
        var task: RepeatedTask?
    }

    init(_ channel: any Channel, isEnding: @escaping @Sendable () -> Bool) {
        self.channel = channel
        self.isEnding = isEnding
        let second = TimeAmount.seconds(1)
        let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: second, delay: second) { [weak self] _ in
            self?.look(at: .now())
        }
        state.withLock { $0.task = task }
    }

    func begin() { state.withLock { $0.sendingSince = .now() } }

    /// Records that the client has read the piece.
    func finish() { state.withLock { $0.sendingSince = nil } }

    static func isTooSlow(since: NIODeadline, at time: NIODeadline, isEnding: Bool) -> Bool {
        time - since >= .seconds(isEnding ? endingSeconds : patienceSeconds)
    }

    /// Stops watching; where the service stops, the connection is closed soon even if some data is unsent.
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
