public import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// What a worker knows between two looks at its mailbox.
struct DeliveryRound {
    /// Outcomes that are not on record yet.
    private(set) var outcomes: [DeliveryDesk.Outcome] = []
    /// How many tries are under way, those among them whose outcomes are not on record.
    private(set) var underWay: Int
    /// Whether no more tries are begun.
    private(set) var isStopping = false
    /// Whether that has just been said.
    var wasToldToStop = false
    /// Whether what is under way is broken off.
    private(set) var gaveUp = false
    /// Where to look for something new.
    private(set) var looks = Look.thorough
    /// What the outbox looked like.
    private(set) var mark: OutboxMark?
    private(set) var summary = DeliverySummary()
    private var ticks = 0

    /// Begins, where an earlier round may have ended with tries that are not on record.
    ///
    /// - Parameter underWay: how many those are; their outcomes are in the mailbox or will be.
    init(underWay: Int = 0) {
        self.underWay = underWay
    }

    /// How many ticks lie between two looks at everything.
    private static let thoroughEvery = 10

    /// Where to look for something new.
    enum Look {
        case none, quick, thorough
    }

    /// What came of one step at the desk.
    struct Step: Sendable {
        var news: [DeliveryNews]
        var mark: OutboxMark?
        var tries: [DeliveryDesk.Try] = []
        /// What kept it from looking for more; the outcomes are on record even so.
        var problem: (any Error)?
    }

    /// Sorts letters.
    mutating func take(_ letters: [WebhookWorker.Letter]) {
        for letter in letters {
            switch letter {
            case .outcome(let outcome): outcomes.append(outcome)
            case .tick:
                looks = ticks % Self.thoroughEvery == 0 ? .thorough : looks == .thorough ? .thorough : .quick
                ticks += 1
            case .wake: looks = looks == .none ? .quick : looks
            case .stop:
                // Two may come at once: the second takes nothing back.
                wasToldToStop = wasToldToStop || !isStopping
                isStopping = true
            case .giveUp: (isStopping, gaveUp) = (true, true)
            }
        }
    }

    /// Whether there is no try left to wait for, whether or not all outcomes are on record.
    var isOver: Bool { underWay == outcomes.count }

    /// Notes that a step went well.
    mutating func settled(_ step: Step) {
        underWay += step.tries.count - outcomes.count
        outcomes = []
        looks = step.problem == nil ? .none : looks
        mark = step.mark
        for entry in step.news { summary.add(entry) }
    }
}

/// What a worker has done.
public struct DeliverySummary: Hashable, Sendable {
    /// How many messages arrived.
    public var delivered = 0
    /// How many tries failed and will be followed by another.
    public var failed = 0
    /// How many messages were given up.
    public var dead = 0
    /// The endpoints that were disabled.
    public var disabled: [EndpointID] = []

    /// The endpoints that nothing can be sent to, because of what is stored of them.
    public var unusable: [EndpointID] = []

    /// Makes a summary of nothing.
    public init() {}

    mutating func add(_ news: DeliveryNews) {
        switch news {
        case .tried(_, _, _, .delivered): delivered += 1
        case .tried(_, _, _, .dead): dead += 1
        case .tried: failed += 1
        case .endpointDisabled(let id, _): disabled.append(id)
        case .unusableEndpoint(let id, _): unusable.append(id)
        case .unable: break
        }
    }
}
