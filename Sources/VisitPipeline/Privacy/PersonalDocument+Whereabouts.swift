internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
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

    struct ChangeEntry: Encodable {
        let time: String
        let what: String

        init(_ input: DeviceInput) {
            time = input.time.iso8601
            if case .rebooted = input {
                what = "rebooted"
            } else if case .appUpdated = input {
                what = "app_updated"
            } else if case .changed(let change, _) = input {
                what = "\(change)"
            } else {
                what = "\(input)"
            }
        }
    }

    struct EventEntry: Encodable {
        let id: String
        let kind: String
        let occurredAt: String
        let observedAt: String
        let facility: String?
        let visit: String?
        var facilities: [String]?
        var code: String?
        var message: String?
        let latitude: Double?
        let longitude: Double?
        let accuracyMeters: Double?
        private let fields: EventFields

        enum CodingKeys: String, CodingKey {
            case id, kind, facility, visit, facilities, code, message, latitude, longitude
            case occurredAt = "occurred_at"
            case observedAt = "observed_at"
            case accuracyMeters = "accuracy_m"
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(id, forKey: .id)
            try members.encode(kind, forKey: .kind)
            try members.encode(occurredAt, forKey: .occurredAt)
            try members.encode(observedAt, forKey: .observedAt)
            try members.encodeIfPresent(visit, forKey: .visit)
            try fields.encode(to: encoder)
            // The members below have the fields' earlier names, which are deprecated.
            try members.encodeIfPresent(facility, forKey: .facility)
            try members.encodeIfPresent(facilities, forKey: .facilities)
            try members.encodeIfPresent(code, forKey: .code)
            try members.encodeIfPresent(message, forKey: .message)
            try members.encodeIfPresent(latitude, forKey: .latitude)
            try members.encodeIfPresent(longitude, forKey: .longitude)
            try members.encodeIfPresent(accuracyMeters, forKey: .accuracyMeters)
        }

        init(_ event: GeofenceEvent) {
            fields = EventFields(event.kind, at: event.location)
            id = event.id.text
            kind = event.kind.name
            occurredAt = event.occurredAt.iso8601
            observedAt = event.observedAt.iso8601
            facility = event.kind.facility?.text
            visit = event.kind.visit?.text
            switch event.kind {
            case .registered(let facilities): self.facilities = facilities.map(\.text)
            case .unregistered(let facilities): self.facilities = facilities?.map(\.text)
            case .error(let code, let message): (self.code, self.message) = (code, message)
            case .entered, .dwell, .exited, .heartbeat: break
            }
            latitude = event.location?.coordinate.latitude
            longitude = event.location?.coordinate.longitude
            accuracyMeters = event.location?.accuracy
        }
    }

    struct StayEntry: Encodable {
        let id: String
        let facility: String
        let visit: String?
        let enteredAt: String
        let dwelledAt: String?
        let exitedAt: String?
        let status: String
        let evidence: String

        enum CodingKeys: String, CodingKey {
            case id, facility, visit, status, evidence
            case enteredAt = "entered_at"
            case dwelledAt = "dwelled_at"
            case exitedAt = "exited_at"
        }

        init(_ stay: StoredStay) {
            id = stay.id
            facility = stay.facility.text
            visit = stay.visit?.text
            enteredAt = stay.enteredAt.iso8601
            dwelledAt = stay.dwelledAt?.iso8601
            exitedAt = stay.exitedAt?.iso8601
            status = stay.status.rawValue
            evidence = stay.evidence.rawValue
        }
    }

    /// A geofence in which a phone rests at night.
    struct NightPlaceEntry: Encodable {
        let facility: String?
        let latitude: Double?
        let longitude: Double?
        /// The number of such nights in the 28 days up to the last one.
        let nights: Int
        let lastNight: String

        enum CodingKeys: String, CodingKey {
            case facility, latitude, longitude, nights
            case lastNight = "last_night"
        }

        init(_ place: NightPlace, facility: String?) {
            self.facility = facility
            latitude = place.position.mean?.latitude
            longitude = place.position.mean?.longitude
            nights = place.nights.nonzeroBitCount
            lastNight = CivilDate(daysSince1970: place.lastDay).description
        }
    }

    /// The earlier visits of a phone to a facility with others next to it.
    struct FamiliarPlaceEntry: Encodable {
        let facility: String?
        /// The sum of the probabilities that earlier stays were visits.
        let visits: Double
        let lastVisit: String

        enum CodingKeys: String, CodingKey {
            case facility, visits
            case lastVisit = "last_visit"
        }

        init(_ place: FamiliarPlace, facility: String?) {
            self.facility = facility
            visits = place.visits
            lastVisit = place.lastAt.iso8601
        }
    }

    struct VisitEntry: Encodable {
        let id: String
        let device: String
        let facility: String
        let enteredAt: String
        let dwelledAt: String?
        let exitedAt: String?
        let status: String
        let evidence: String
        let verdict: String
        let counted: Bool
        let month: String
        let doubts: [String]
        let confidence: Double?
        let provenSeconds: Int?
        let bridgedSeconds: Int?
        let enteredBetween: [String]?
        let exitedBetween: [String]?
        let why: [String]?
        let runnerUp: RunnerUp?
        let review: Review?

        /// Another facility that the visit may have been at.
        struct RunnerUp: Encodable {
            let facility: String
            let share: Double
        }

        struct Review: Encodable {
            let decision: String?
            let note: String
            let reviewer: String
            let at: String
        }

        enum CodingKeys: String, CodingKey {
            case id, device, facility, status, evidence, verdict, counted, month, doubts, confidence, why, review
            case enteredAt = "entered_at"
            case dwelledAt = "dwelled_at"
            case exitedAt = "exited_at"
            case provenSeconds = "proven_seconds"
            case bridgedSeconds = "bridged_seconds"
            case enteredBetween = "entered_between"
            case exitedBetween = "exited_between"
            case runnerUp = "runner_up"
        }

        init(_ visit: Visit, _ review: VisitReview?) {
            id = visit.id.text
            device = visit.device.text
            facility = visit.facility.text
            enteredAt = visit.enteredAt.iso8601
            dwelledAt = visit.dwelledAt?.iso8601
            exitedAt = visit.exitedAt?.iso8601
            status = visit.status.rawValue
            evidence = visit.evidence.rawValue
            verdict = visit.verdict.rawValue
            counted = visit.isCounted
            month = visit.month.description
            doubts = visit.doubts.names
            confidence = visit.assessment?.confidence
            provenSeconds = visit.assessment?.provenSeconds
            bridgedSeconds = visit.assessment?.bridgedSeconds
            enteredBetween = visit.assessment?.enteredBetween.ends
            exitedBetween = visit.assessment?.exitedBetween?.ends
            why = visit.assessment?.reasons.map(\.sentence)
            runnerUp = visit.assessment?.runnerUp.map { RunnerUp(facility: $0.facility.text, share: $0.share) }
            self.review = review.map {
                Review(
                    decision: $0.decision?.rawValue,
                    note: $0.note,
                    reviewer: $0.reviewer,
                    at: $0.at.iso8601
                )
            }
        }
    }
}

extension ClosedRange<Timestamp> {
    fileprivate var ends: [String] { [lowerBound.iso8601, upperBound.iso8601] }
}
