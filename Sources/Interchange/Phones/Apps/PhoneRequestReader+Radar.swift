internal import VisitModel

extension PhoneRequestReader {
    /// Parses a request of a Radar SDK: one fix, or under `replays` those that could not be sent before.
    mutating func readRadar(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        begin(request.body, RadarElements(isReplay: request.path == .replay), &phone)
    }
}

/// Parses the fixes of a Radar SDK (the parameters of `RadarAPIClient`, both platforms).
///
/// `source` is the reason why the SDK woke up. `GEOFENCE_ENTER` and similar values name no fence, so they are no OS
/// transition reports.
struct RadarElements: PhoneElements {
    let rules = PhoneRules.radar
    /// Whether all fixes are from an earlier time, so that an age is meaningless.
    let isReplay: Bool
    fileprivate var decoder = JSONRecordDecoder(names: PhoneRules.radar.names)

    /// The keys that only Radar uses, reduced to their letters.
    enum Name: String, CaseIterable {
        case asksForFences = "nearbygeofences"
        case fenceLimit = "nearbygeofenceslimit"
        case isReplayed = "replayed"
        case source
        case trip = "tripoptions"
    }

    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        var record = decoder.decode(element, &names)
        var (isReplayed, asks, isMock) = (isReplay, false, false)
        phone.report.platform = record.draft.platform ?? phone.report.platform
        phone.report.isOnTrip = false
        phone.report.fenceLimit = nil
        for (name, value) in record.own {
            switch Name.allCases[Int(name)] {
            case .asksForFences: asks = value.truth == true
            case .fenceLimit: phone.report.fenceLimit = value.text.flatMap { Int($0) }
            case .isReplayed: isReplayed = isReplayed || value.truth == true
            case .source: isMock = value.text == "MOCK_LOCATION"
            case .trip:
                var value = value
                phone.report.isOnTrip = value.kind == .object
            }
        }
        if let problem = record.problem {
            phone.refuse(problem, range: range)
            return
        }
        if asks { phone.report.asksForFences = true }
        if isMock { record.draft.flags.insert(.mock) }
        if isReplayed { record.draft.ageAtSendingMilliseconds = nil }
        // The SDK sends 1 where the system gave no accuracy, and no fix is ever that accurate.
        if record.draft.accuracy == 1 { record.draft.accuracy = .nan }
        phone.append(record.draft, RecordFacts(), range: range)
    }

    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft {
        decoder.decodeEnvelope(envelope, &names)
    }
}
