internal import PhoneDoctor
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeviceContent: Sendable {
    /// In the list of a day.
    private static let eventLimit = 200

    let device: String
    let member: String
    let memberAddress: String
    let platform: String
    let zone: String
    let limit: String
    /// `nil` where the phone's clock is right, as far as is known.
    let phoneClock: String?
    let numbers: DeviceNumbers
    let numbersAddress: String
    let day: String
    let dayValue: String
    let address: String
    let earlier: String
    let later: String?
    let track: String
    /// The files of the day's track.
    let files: [TrackFile]
    let fixes: [FixRow]
    let hasFixes: Bool
    let map: MapContent
    let fences: [FenceRow]
    let hasFences: Bool
    let events: [LiveEvent]
    let hasEvents: Bool
    let eventNote: String?
    /// The address of the list of all events, from the first.
    let allEvents: String
    let streamAddress: String
    let newest: Int64
    let longest: Int
    let doctor: DoctorContent
    let doctorAddress: String
    let rebootAddress: String
    let updateAddress: String

    struct TrackFile: Sendable {
        let name: String
        let address: String
    }

    struct FenceRow: Sendable {
        let name: String
        let address: String
        let distance: String?
        let isRegistered: Bool
        let isDelivered: Bool
    }

    struct FixRow: Sendable {
        let clock: String
        let iso: String
        let place: String
        let accuracy: String?
        let battery: String?
    }

    init(
        _ stored: StoredDevice,
        _ store: VisitStore,
        _ pipeline: VisitPipeline,
        _ dashboard: Dashboard,
        _ day: DeviceDay,
        doctor: DoctorContent
    ) throws {
        let id = stored.device.id
        let (clock, page) = (day.clock, DashboardLink.device(id))
        func address(_ date: CivilDate) -> String { DashboardLink.query(page, ["day": date.description]) }
        device = id.text
        member = stored.device.member.text
        memberAddress = DashboardLink.member(stored.device.member)
        platform = stored.device.platformWords
        zone = clock.zone.identifier + (stored.timeZone == nil ? " (the default)" : "")
        limit = PageNumber.text(stored.device.platform.geofenceLimit)
        phoneClock = Self.phoneClock(of: stored)
        let fences = try DeviceFences(stored, store, pipeline)
        numbers = try DeviceNumbers(stored, fences.condition, store, clock)
        numbersAddress = "\(page)/numbers"
        self.day = PageClock.text(day.date)
        dayValue = day.date.description
        self.address = page
        earlier = address(day.date.advanced(by: -1))
        later = day.date < clock.now.localDate(in: clock.zone) ? address(day.date.advanced(by: 1)) : nil
        let track = try DeviceTrack(of: id, on: day, pipeline)
        self.track = track.summary(clock)
        files = [("GPX", "gpx"), ("GeoJSON", "geojson"), ("CSV", "csv")].map { name, format in
            let (since, until) = (day.span.lowerBound.iso8601, day.span.upperBound.iso8601)
            let address = DashboardLink.query("\(page)/track", ["format": format, "since": since, "until": until])
            return TrackFile(name: name, address: address)
        }
        fixes = track.fixes.suffix(50).reversed().map { FixRow($0, clock) }
        hasFixes = !fixes.isEmpty
        map = MapContent(
            dashboard,
            label: "Map of the day's track and of the geofences",
            source: DashboardLink.query("\(page)/on-map", ["day": day.date.description]),
            refreshSeconds: day.date == clock.now.localDate(in: clock.zone) ? 5 : nil
        )
        self.fences = fences.fences.map { FenceRow($0) }
        hasFences = !fences.fences.isEmpty
        // Read before the events: one that is recorded in between is then sent twice and shown once.
        newest = try store.events.newestNumber()
        let filter = EventFilter(device: id, since: day.span.lowerBound, until: day.span.upperBound)
        let found = try store.events.page(matching: filter, size: Self.eventLimit)
        events = try LiveEvent.all(of: found.events.reversed(), store, clock)
        hasEvents = !events.isEmpty
        eventNote = found.next == nil ? nil : "Only the first \(Self.eventLimit) of the day are shown."
        allEvents = "\(page)/events"
        streamAddress = "\(page)/live"
        longest = Self.eventLimit + 50
        self.doctor = doctor
        doctorAddress = DashboardLink.query(page, ["day": day.date.description, "doctor": "true"]) + "#doctor"
        rebootAddress = "\(page)/reboot"
        updateAddress = "\(page)/app-update"
    }

    private static func phoneClock(of stored: StoredDevice) -> String? {
        if let seconds = stored.clockOffsetSeconds { return "\(PageNumber.duration(Double(seconds))) ahead, corrected" }
        return stored.clockSeemsBehind ? "seems behind" : nil
    }
}

/// The numbers of a phone's page, which a script reloads after an event.
struct DeviceNumbers: Encodable, Sendable {
    let registered: String
    let delivered: String
    let fixes: String
    let heard: String
    /// The facility in which the phone is now, as far as is known.
    let place: String

    init(_ stored: StoredDevice, _ condition: DeviceCondition, _ store: VisitStore, _ clock: PageClock) throws {
        registered = PageNumber.text(condition.registered.count)
        delivered = PageNumber.text(condition.delivered.count)
        fixes = PageNumber.text(stored.fixCount)
        heard = (condition.lastHeardAt ?? stored.newestFixAt).map { clock.moment($0).ago } ?? "never"
        let presence = try store.presence(of: stored.device, at: clock.now)
        let content = try presence.map { try PresenceContent($0, store, clock) }
        // A script shows it, without the escapes of templates.
        place = content.map { HiddenCharacters.shown(in: "\($0.facility), \($0.confidence)") } ?? "none"
    }
}

extension DeviceContent.FenceRow {
    init(_ fence: DeviceFences.Fence) {
        self.init(
            name: fence.facility.name.orNothing ?? fence.facility.id.text,
            address: DashboardLink.facility(fence.facility.id),
            distance: fence.distance.map(PageNumber.distance),
            isRegistered: fence.isRegistered,
            isDelivered: fence.isDelivered
        )
    }
}

extension DeviceContent.FixRow {
    init(_ fix: Fix, _ clock: PageClock) {
        self.init(
            clock: clock.clock(fix.time),
            iso: fix.time.iso8601,
            place: "\(Self.degrees(fix.coordinate.latitude)), \(Self.degrees(fix.coordinate.longitude))",
            accuracy: fix.horizontalAccuracy.map { "\(PageNumber.text(Distance.whole(meters: $0))) m" },
            battery: fix.battery.map { "\(Int(($0 * 100).rounded())) %" }
        )
    }

    /// Rounded to about a metre.
    private static func degrees(_ number: Double) -> String { "\((number * 100_000).rounded() / 100_000)" }
}

/// The doctor's diagnosis of a phone's history.
struct DoctorContent: Sendable {
    /// Beyond this number of facilities the doctor runs on request only, because it reads all of them.
    private static let facilityLimit = 5_000
    private static let evidenceLimit = 10

    let findings: [FindingContent]
    let isHealthy: Bool
    /// Whether the doctor was not run, because that takes a while.
    let isLeftOut: Bool

    struct FindingContent: Sendable {
        let isProblem: Bool
        let title: String
        let cause: String
        let advice: String
        let evidence: [Evidence]
        let more: String?
    }

    /// An observation that supports the finding.
    struct Evidence: Sendable {
        let time: PageClock.Moment
        let text: String
    }

    init(of device: DeviceID, _ store: VisitStore, isAsked: Bool, at now: Timestamp) throws {
        let isLarge =
            try store.facilities.all(matching: FacilityFilter(limit: Self.facilityLimit + 1)).count > Self.facilityLimit
        guard isAsked || !isLarge else {
            (findings, isHealthy, isLeftOut) = ([], false, true)
            return
        }
        let clock = try PageClock(store, at: now)
        findings = try Doctor.findings(in: CaseHistory(of: device, in: store, at: now)).map { finding in
            let hidden = finding.evidence.count - Self.evidenceLimit
            return FindingContent(
                isProblem: finding.weight == .problem,
                title: finding.title,
                cause: finding.cause,
                advice: finding.advice,
                evidence: finding.evidence.prefix(Self.evidenceLimit).map {
                    Evidence(time: clock.moment($0.time), text: $0.text)
                },
                more: hidden > 0 ? "and \(PageNumber.text(hidden)) more" : nil
            )
        }
        (isHealthy, isLeftOut) = (findings.isEmpty, false)
    }
}
