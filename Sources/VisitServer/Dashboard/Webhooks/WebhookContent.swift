internal import VisitModel
internal import VisitStore

struct EndpointContent: Sendable {
    let id: String
    let url: String
    let state: String
    /// The name of a CSS class.
    let style: String
    let isEnabled: Bool
    let mayChange: Bool
    let since: PageClock.Moment?
    let waiting: String
    let delivered: String
    let dead: String
    let events: String
    let facilities: String
    let format: String
    let publicKey: String?
    let allows: String?
    let address: String
    let deliveriesAddress: String
    let deadAddress: String?
    let replayAddress: String
    /// Whether messages have failed, or wait.
    let canReplay: Bool

    init(_ status: WebhookStatus, _ clock: PageClock, mayChange: Bool) {
        let (stored, endpoint, counts) = (status.stored, status.stored.endpoint, status.counts)
        id = endpoint.id.text
        url = endpoint.url
        (isEnabled, self.mayChange) = (stored.disabling == nil, mayChange)
        switch stored.disabling?.reason {
        case .byHand?: (state, style) = ("disabled by an operator", "warm")
        case .gone?: (state, style) = ("disabled: the receiver is gone", "bad")
        case .failingTooLong?: (state, style) = ("disabled: it failed for too long", "bad")
        case nil: (state, style) = stored.failingSince == nil ? ("enabled", "good") : ("failing", "warm")
        }
        since = (stored.disabling?.at ?? stored.failingSince).map(clock.moment)
        waiting = PageNumber.text(counts.waiting)
        delivered = PageNumber.text(counts.delivered)
        dead = PageNumber.text(counts.dead)
        events = status.events.joined(separator: ", ")
        facilities = endpoint.facilities.map { PageNumber.text($0.count, "facility", "facilities") } ?? "all facilities"
        format = [endpoint.format.rawValue, status.signature?.version].compactMap(\.self)
            .joined(separator: ", signed by ")
        publicKey = status.signature?.publicKey
        allows = status.allows.joined(separator: ", ").orNothing
        address = DashboardLink.endpoint(endpoint.id)
        replayAddress = DashboardLink.query("/deliveries/replay", ["endpoint": endpoint.id.text])
        canReplay = counts.waiting + counts.dead > 0
        deliveriesAddress = DashboardLink.query("/deliveries", ["endpoint": endpoint.id.text])
        deadAddress =
            counts.dead > 0 ? DashboardLink.query("/deliveries", ["endpoint": endpoint.id.text, "state": "dead"]) : nil
    }
}

struct DeliveryRow: Sendable {
    let message: String
    let address: String
    let type: String
    let subject: String
    /// The page of the visit that the message is about; `nil` for any other subject.
    let visit: String?
    let endpoint: String
    let state: String
    /// The name of a CSS class.
    let style: String
    let queued: PageClock.Moment
    let due: PageClock.Moment?
    let attempts: String
    /// The result of the last attempt.
    let last: String?
    /// The label of the button that sends the message now; `nil` where it is sent in its turn.
    let replay: String?

    init(_ report: DeliveryReport, _ clock: PageClock) {
        message = report.message.text
        address = DashboardLink.message(report.message)
        type = report.type.rawValue
        subject = report.subject
        visit = report.type.isOfVisit ? (try? VisitID(report.subject)).map(DashboardLink.visit) : nil
        endpoint = report.endpoint.text
        (state, style) =
            switch report.state {
            case .pending: (report.attempts > 0 ? "waits for a retry" : "to be sent", "")
            case .waiting: ("waits for the previous message", "")
            case .delivered: ("delivered", "good")
            case .dead: ("given up", "bad")
            }
        queued = clock.moment(report.queuedAt)
        due = report.dueAt.map(clock.moment)
        attempts = PageNumber.text(report.attempts)
        last = report.last.map(Self.words)
        replay =
            switch report.state {
            case .pending: report.attempts > 0 && (report.dueAt ?? clock.now) > clock.now ? "Send now" : nil
            case .waiting, .dead: "Send now"
            case .delivered: "Send again"
            }
    }

    static func words(_ attempt: AttemptReport) -> String {
        let status = attempt.status.map { "status \($0)" } ?? attempt.outcome
        return attempt.detail.map { "\(status): \($0)" } ?? status
    }
}

struct AttemptRow: Sendable {
    let endpoint: String
    let number: String
    let at: PageClock.Moment
    let took: String
    let result: String
    let response: String?

    init(_ endpoint: EndpointID, _ attempt: AttemptReport, _ clock: PageClock) {
        self.endpoint = endpoint.text
        number = PageNumber.text(attempt.number)
        at = clock.moment(attempt.at)
        took = "\(attempt.tookMilliseconds) ms"
        result = DeliveryRow.words(attempt)
        response = attempt.responseText
    }
}
