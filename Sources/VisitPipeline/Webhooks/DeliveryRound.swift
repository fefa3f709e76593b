internal import Synchronization
package import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// The state of a worker between two reads of its mailbox.
struct DeliveryRound {
    /// The outcomes that are not recorded yet.
    private(set) var outcomes: [DeliveryScheduler.Outcome] = []
    /// The number of attempts in progress, including those with unrecorded outcomes.
    private(set) var underWay: Int
    /// Whether no more attempts are started.
    private(set) var isStopping = false
    /// Whether a stop was requested since the last step.
    var wasStopRequested = false
    /// Whether the attempts in progress are cancelled.
    private(set) var isCancelled = false
    private(set) var refresh = Source.thorough
    /// The last seen state of the outbox.
    private(set) var mark: OutboxMark?
    private(set) var summary = DeliverySummary()
    private var ticks = 0

    /// Begins a round; `underWay` is the number of unrecorded attempts of an earlier one.
    ///
    /// Their outcomes are in the mailbox or will be.
    init(underWay: Int = 0) { self.underWay = underWay }

    /// The number of ticks between two full refreshes.
    private static let thoroughEvery = 10

    /// Where to look for new messages.
    enum Source {
        case none, quick, thorough
    }

    /// The result of one step of the scheduler.
    struct Step: Sendable {
        var notices: [DeliveryNotice]
        var mark: OutboxMark?
        var tries: [DeliveryScheduler.Try] = []
        /// The error that prevented it from looking for more; the outcomes are recorded even so.
        var problem: (any Error)?
    }

    mutating func process(_ messages: [WebhookWorker.Message]) {
        for message in messages {
            switch message {
            case .outcome(let outcome): outcomes.append(outcome)
            case .tick:
                refresh = ticks % Self.thoroughEvery == 0 ? .thorough : refresh == .thorough ? .thorough : .quick
                ticks += 1
            case .wake: refresh = refresh == .none ? .quick : refresh
            case .stop:
                // A second request to stop does not reset the first.
                wasStopRequested = wasStopRequested || !isStopping
                isStopping = true
            case .cancel: (isStopping, isCancelled) = (true, true)
            }
        }
    }

    /// Whether no attempt is left to wait for, regardless of unrecorded outcomes.
    var isOver: Bool { underWay == outcomes.count }

    mutating func recorded(_ step: Step) {
        underWay += step.tries.count - outcomes.count
        outcomes = []
        refresh = step.problem == nil ? .none : refresh
        mark = step.mark
        for notice in step.notices { summary.add(notice) }
    }
}

package struct DeliverySummary: Hashable, Sendable {
    package var delivered = 0
    /// The number of failed attempts that will be retried.
    package var failed = 0
    /// The number of messages given up after their last attempt.
    package var dead = 0
    package var disabled: [EndpointID] = []

    /// The endpoints that can't be used, because their stored data is invalid.
    package var unusable: [EndpointID] = []

    package init() {}

    mutating func add(_ notice: DeliveryNotice) {
        switch notice {
        case .tried(_, _, _, .delivered): delivered += 1
        case .tried(_, _, _, .dead): dead += 1
        case .tried: failed += 1
        case .endpointDisabled(let id, _): disabled.append(id)
        case .unusableEndpoint(let id, _): unusable.append(id)
        case .unable: break
        }
    }
}

/// A queue with many senders and one receiver, which receives all waiting messages at once.
///
/// An asynchronous stream delivers one element at a time. Here everything that arrives while the last batch is
/// processed is one batch, so that it can be written in one transaction.
final class MessageQueue<Letter: Sendable>: Sendable {
    private struct Box {
        var letters: [Letter] = []
        var reader: CheckedContinuation<[Letter], Never>?
    }

    private let box = Mutex(Box())

    func append(_ letter: Letter) {
        let waiting = box.withLock { box -> (CheckedContinuation<[Letter], Never>, [Letter])? in
            box.letters.append(letter)
            guard let reader = box.reader else { return nil }
            box.reader = nil
            defer { box.letters = [] }
            return (reader, box.letters)
        }
        if let (reader, letters) = waiting { reader.resume(returning: letters) }
    }

    /// Returns all messages, and waits for the first where there is none.
    ///
    /// Only one caller may wait at a time.
    func next() async -> [Letter] {
        await withCheckedContinuation { continuation in
            let letters = box.withLock { box -> [Letter] in
                if box.letters.isEmpty {
                    box.reader = continuation
                    return []
                }
                defer { box.letters = [] }
                return box.letters
            }
            if !letters.isEmpty { continuation.resume(returning: letters) }
        }
    }
}
