internal import DeviceEngine
internal import GeofenceEngine
package import VisitModel
internal import VisitStore

extension PersonalDocument {
    struct FixEntry: Encodable {
        let time: String
        let latitude: Double
        let longitude: Double
        let accuracyMeters: Double?
        let speedMetersPerSecond: Double?
        let course: Double?
        let altitudeMeters: Double?
        let activity: String?
        let battery: Double?
        let flags: [String]
        /// The OS transition report of the fix.
        let claim: TransitionReport?

        struct TransitionReport: Encodable {
            let action: String
            let facility: String?
        }

        enum CodingKeys: String, CodingKey {
            case time, latitude, longitude, course, activity, battery, flags, claim
            case accuracyMeters = "accuracy_m"
            case speedMetersPerSecond = "speed_m_s"
            case altitudeMeters = "altitude_m"
        }

        init(_ fix: Fix, _ claim: TransitionReport? = nil) {
            self.claim = claim
            time = fix.time.iso8601
            latitude = fix.coordinate.latitude
            longitude = fix.coordinate.longitude
            accuracyMeters = fix.horizontalAccuracy
            speedMetersPerSecond = fix.speed
            course = fix.course
            altitudeMeters = fix.altitude
            activity = fix.activity?.rawValue
            battery = fix.battery
            let names: [(Fix.Flags, String)] = [
                (.mock, "mock"), (.stationary, "stationary"), (.afterGap, "after_gap"), (.moving, "moving"),
                (.clockBehind, "clock_behind"), (.clockCorrected, "clock_corrected"),
                (.keptOnly, "too_late"),
            ]
            flags = names.filter { fix.flags.contains($0.0) }.map(\.1)
        }
    }

    struct EventEntry: Encodable {
        private let fields: EventFields
        private var members = JSONObject()

        init(_ event: GeofenceEvent) {
            fields = EventFields(event.kind, at: event.location)
            members["id"] = event.id.text
            members["kind"] = event.kind.name
            members["occurred_at"] = event.occurredAt.iso8601
            members["observed_at"] = event.observedAt.iso8601
            members.add("visit", ifPresent: event.kind.visit?.text)
            // The members below have the fields' earlier names, which are deprecated.
            members.add("facility", ifPresent: event.kind.facility?.text)
            switch event.kind {
            case .registered(let facilities): members["facilities"] = facilities.map(\.text)
            case .unregistered(let facilities): members.add("facilities", ifPresent: facilities?.map(\.text))
            case .error(let code, let message): (members["code"], members["message"]) = (code, message)
            case .entered, .dwell, .exited, .heartbeat: break
            }
            members.add("latitude", ifPresent: event.location?.coordinate.latitude)
            members.add("longitude", ifPresent: event.location?.coordinate.longitude)
            members.add("accuracy_m", ifPresent: event.location?.accuracy)
        }

        func encode(to encoder: any Encoder) throws {
            try members.encode(to: encoder)
            try fields.encode(to: encoder)
        }
    }
}

extension JSONObject {
    /// A restart, update or change of the phone, with its word in `what` (docs/api.md, "Changes"); `nil` for
    /// a fix.
    init?(change input: DeviceInput) {
        self.init()
        self["time"] = input.time.iso8601
        switch input {
        case .fix, .reported: return nil
        case .rebooted: self["what"] = "rebooted"
        case .appUpdated: self["what"] = "app_updated"
        case .passed: self["what"] = "clock_advanced"
        case .changed(let change, _): describe(change)
        }
    }

    private mutating func describe(_ change: PhoneChange) {
        switch change {
        case .registrationsLost(let code, let message):
            self["what"] = "registrations_lost"
            (self["code"], self["message"]) = (code, message)
        case .registrationsRestored: self["what"] = "registrations_restored"
        case .slotsMeasured(let slots, let code, let message):
            self["what"] = "slots_measured"
            (self["slots"], self["code"], self["message"]) = (slots, code, message)
        case .failed(let code, let message):
            self["what"] = "failed"
            (self["code"], self["message"]) = (code, message)
        case .monitoringStopped: self["what"] = "monitoring_stopped"
        case .listChanged: self["what"] = "list_changed"
        case .heartbeat: self["what"] = "heartbeat"
        case .alive: self["what"] = "alive"
        }
    }

    init(stay: StoredStay) {
        self.init()
        self["id"] = stay.id
        self["facility"] = stay.facility.text
        add("visit", ifPresent: stay.visit?.text)
        self["entered_at"] = stay.enteredAt.iso8601
        add("dwelled_at", ifPresent: stay.dwelledAt?.iso8601)
        add("exited_at", ifPresent: stay.exitedAt?.iso8601)
        self["status"] = stay.status.rawValue
        self["evidence"] = stay.evidence.rawValue
    }

    /// A place where a phone rests at night.
    init(nightPlace place: NightPlace) {
        self.init()
        add("latitude", ifPresent: place.position.mean?.latitude)
        add("longitude", ifPresent: place.position.mean?.longitude)
        // The number of such nights in the 28 days up to the last one.
        self["nights"] = place.nights.nonzeroBitCount
        self["last_night"] = CivilDate(daysSince1970: place.lastDay).description
    }

    /// The earlier visits of a phone to a facility with others next to it.
    init(familiarPlace place: FamiliarPlace, facility: FacilityID?) {
        self.init()
        add("facility", ifPresent: facility?.text)
        // The sum of the probabilities that earlier stays were visits.
        self["visits"] = place.visits
        self["last_visit"] = place.lastAt.iso8601
    }

    init(visit: Visit, _ review: VisitReview?, _ corrections: [VisitCorrection]) {
        let assessment = visit.assessment
        self.init()
        self["id"] = visit.id.text
        add("device", ifPresent: visit.device?.text)
        self["facility"] = visit.facility.text
        self["entered_at"] = visit.enteredAt.iso8601
        add("dwelled_at", ifPresent: visit.dwelledAt?.iso8601)
        add("exited_at", ifPresent: visit.exitedAt?.iso8601)
        self["status"] = visit.status.rawValue
        self["evidence"] = visit.evidence.rawValue
        self["verdict"] = visit.verdict.rawValue
        self["counted"] = visit.isCounted
        self["month"] = visit.month.description
        self["doubts"] = visit.doubts.names
        add("confidence", ifPresent: assessment?.confidence)
        add("proven_seconds", ifPresent: assessment?.provenSeconds)
        add("bridged_seconds", ifPresent: assessment?.bridgedSeconds)
        add("entered_between", ifPresent: assessment?.enteredBetween.ends)
        add("exited_between", ifPresent: assessment?.exitedBetween?.ends)
        add("why", ifPresent: assessment?.reasons.map(\.sentence))
        add("runner_up", ifPresent: assessment?.runnerUp.map { JSONObject(runnerUp: $0) })
        add("review", ifPresent: review.map { JSONObject(review: $0) })
        if !corrections.isEmpty { self["corrections"] = corrections.map { JSONObject(correction: $0) } }
    }

    /// Another facility that a visit may have been at.
    package init(runnerUp: Visit.RunnerUp) {
        self.init()
        self["facility"] = runnerUp.facility.text
        self["share"] = runnerUp.share
    }

    /// A change of a visit's review.
    package init(correction: VisitCorrection) {
        self.init()
        self["action"] = correction.action.rawValue
        self["note"] = correction.note
        self["reviewer"] = correction.reviewer
        self["reviewer_name"] = correction.reviewerName
        self["at"] = correction.at.iso8601
        self["linked"] = correction.linked?.text
    }

    private init(review: VisitReview) {
        self.init()
        add("decision", ifPresent: review.decision?.rawValue)
        self["note"] = review.note
        self["reviewer"] = review.reviewer
        self["at"] = review.at.iso8601
    }
}

extension ClosedRange<Timestamp> {
    /// The earliest and the latest time, ISO 8601.
    package var ends: [String] { [lowerBound.iso8601, upperBound.iso8601] }
}
