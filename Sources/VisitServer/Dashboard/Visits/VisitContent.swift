internal import GeofenceEngine
internal import VisitDrawing
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The page of a visit: why it was or was not counted, and what people decided about it.
struct VisitContent: Sendable {
    /// The most fixes of the table, and messages.
    private static let (fixLimit, messageLimit) = (200, 100)

    let title: String
    let address: String
    let sentence: String
    let isCounted: Bool
    let member: String
    let memberName: String?
    /// The member's at the visit's entry.
    let group: String?
    let memberAddress: String
    let facility: String
    let facilityAddress: String
    /// `nil` for a visit that a person added.
    let phone: Phone?
    let facts: [VisitFacts.Row]
    let why: [String]
    let hasReasons: Bool
    let map: Markup
    let strip: Markup
    let legend: Markup
    let zone: String
    let fixes: [FixRow]
    let hasFixes: Bool
    /// Where not all fixes are read or listed.
    let fixNote: String?
    let corrections: [CorrectionRow]
    let hasCorrections: Bool
    let messages: [DeliveryRow]
    let hasMessages: Bool
    let form: Form
    /// What is wrong with the form that was sent.
    let problem: String?

    struct Phone: Sendable {
        let device: String
        let address: String
    }

    /// Of `VisitDrawing`, which escapes its texts.
    struct Markup: Sendable {
        let text: String
    }

    struct FixRow: Sendable {
        let clock: String
        let iso: String
        let accuracy: String
        let edge: String
        let shows: String
        let isIgnored: Bool
    }

    struct CorrectionRow: Sendable {
        let at: PageClock.Moment
        let text: String
        /// The page of the other visit of a move, or of a decision that was made with an added visit.
        let other: String?
    }

    /// The buttons that the state of the visit allows.
    struct Form: Sendable {
        let revision: String
        let note: String
        let mayConfirm: Bool
        let mayDecline: Bool
        let mayClear: Bool
        let mayUndo: Bool
        /// The form by which the visit is moved; `nil` for one that has not ended or is taken back.
        let move: String?
    }

    /// Reads the content; `nil` where there is no such visit.
    ///
    /// `problem` is that of a form that was sent, with its `note`.
    init?(
        of id: VisitID,
        _ pipeline: VisitPipeline,
        at now: Timestamp,
        problem: String? = nil,
        note: String? = nil
    ) throws {
        let store = pipeline.store
        guard let details = try pipeline.details(of: id), let history = try store.visits.history(of: id) else {
            return nil
        }
        let (visit, zone) = (details.visit, details.fence.timeZone)
        let clock = PageClock(zone: zone, now: now)
        title = "\(details.facilityName), \(PageClock.text(visit.localDate))"
        address = DashboardLink.visit(id)
        sentence = details.sentence
        isCounted = visit.isCounted
        (member, memberAddress) = (visit.member.text, DashboardLink.member(visit.member))
        let named = try store.visits.memberDetails(of: [visit.id])[visit.id]
        (memberName, group) = (named?.name?.text, named?.group?.text)
        (facility, facilityAddress) = (details.facilityName, DashboardLink.facility(visit.facility))
        phone = visit.device.map { device in
            Phone(
                device: device.text,
                address: DashboardLink.query(DashboardLink.device(device), ["day": visit.localDate.description])
            )
        }
        facts = VisitFacts(details).rows
        why = visit.why
        hasReasons = !why.isEmpty
        let drawing = VisitDrawing(details)
        (map, strip, legend) = (
            Markup(text: drawing.map), Markup(text: drawing.strip), Markup(text: VisitDrawing.legend)
        )
        self.zone = zone.identifier
        let readings = details.phones.flatMap(\.fixes).sorted { $0.fix.time < $1.fix.time }
        fixes = readings.prefix(Self.fixLimit).map { FixRow($0, LocalTime(zone)) }
        hasFixes = !fixes.isEmpty
        let isCut = readings.count > Self.fixLimit || details.phones.contains(where: \.isCut)
        fixNote = isCut ? "There are more fixes than are shown: the first ones are listed." : nil
        corrections = history.corrections.map { correction in
            CorrectionRow(
                at: clock.moment(correction.at),
                text: correction.sentence,
                other: correction.linked.map(DashboardLink.visit)
            )
        }
        hasCorrections = !corrections.isEmpty
        let page = try store.outbox.page(matching: DeliveryFilter(visit: id), size: Self.messageLimit)
        messages = page.deliveries.map { DeliveryRow($0, clock) }
        hasMessages = !messages.isEmpty
        let (decision, link) = (details.review?.decision, details.review?.link)
        // A decision that was made with an added visit is changed at that one, but for a move.
        let isOwn = link == nil
        form = Form(
            revision: history.revision.text,
            note: note ?? details.review?.note ?? "",
            mayConfirm: isOwn && decision != .confirmed,
            mayDecline: isOwn && decision != .declined,
            mayClear: isOwn && details.review != nil,
            mayUndo: link?.kind == .moved
                || isOwn && history.corrections.contains { $0.action.isOwn || $0.action == .moved },
            move: isOwn && !visit.isTakenBack && visit.exitedAt != nil ? AdditionPages.address(moving: id) : nil
        )
        self.problem = problem
    }
}

extension VisitContent.FixRow {
    init(_ reading: FixReading, _ clock: LocalTime) {
        self.init(
            clock: clock.second(reading.fix.time),
            iso: reading.fix.time.iso8601,
            accuracy: reading.fix.horizontalAccuracy.map { "\(PageNumber.text(Distance.whole(meters: $0))) m" }
                ?? "unknown",
            edge: "\(PageNumber.text(Distance.whole(meters: reading.edgeMeters))) m",
            shows: reading.shows,
            isIgnored: reading.isIgnored
        )
    }
}
