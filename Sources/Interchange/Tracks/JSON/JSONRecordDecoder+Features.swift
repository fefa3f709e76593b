internal import VisitModel

extension JSONRecordDecoder {
    /// The properties by which a GeoJSON feature is recognized as no fix.
    struct Feature {
        /// A cursor at `action`: what the app or its user did (Overland).
        var action: JSONCursor?
        /// A cursor at `type` under the properties.
        var type: JSONCursor?
        /// Cursors at the dates of a visit of the phone's system.
        var arrival: JSONCursor?
        var departure: JSONCursor?
    }
}

extension JSONRecordDecoder.Record {
    /// What a feature is, where it is no fix.
    enum FeatureKind {
        case ignored(IgnoredRecord)
        /// A visit that the phone's system has detected, from its arrival to its departure.
        case visit(ClosedRange<Timestamp>)
    }

    /// What the record is, if it is a feature and no fix; `nil` for an ordinary record.
    ///
    /// Overland's `action` features and trips have a point and a time: the last place, and the time of sending. With
    /// `isOverland` every action is one of Overland's; otherwise only those known from it.
    func featureKind(isOverland: Bool, _ times: TimestampParser) -> FeatureKind? {
        if let type = feature.type?.text, type.lowercased() == "trip" { return .ignored(.trip) }
        guard let action = feature.action?.text?.lowercased(), !action.isEmpty else { return nil }
        let kind = IgnoredRecord(rawValue: action)
        guard isOverland || kind != nil else { return nil }
        if kind == .visit, let stay = visitDates(times) { return .visit(stay) }
        return .ignored(kind ?? .other)
    }

    /// The dates of a visit with both of them.
    ///
    /// Core Location gives the distant past or future for a date that it does not know (`CLVisit`); some apps write
    /// those instead of `null`.
    private func visitDates(_ times: TimestampParser) -> ClosedRange<Timestamp>? {
        func date(_ cursor: JSONCursor?) -> Timestamp? {
            guard let date = cursor?.text.flatMap({ try? times.parse($0) }) else { return nil }
            return Self.plausibleDates.contains(date) ? date : nil
        }
        guard let arrival = date(feature.arrival), let departure = date(feature.departure), arrival <= departure else {
            return nil
        }
        return arrival...departure
    }

    /// From the year 2000 to the year 2100.
    private static let plausibleDates =
        Timestamp(milliseconds: 946_684_800_000)..<Timestamp(milliseconds: 4_102_444_800_000)
}

extension FixDraft {
    /// The two fixes that a visit of the phone's system stands for: at rest from the arrival on, gone at the departure.
    ///
    /// The other properties of its record describe the phone at the time of sending.
    func visitFixes(_ stay: ClosedRange<Timestamp>) -> [FixDraft] {
        var fix = FixDraft()
        (fix.latitude, fix.longitude, fix.accuracy) = (latitude, longitude, accuracy)
        (fix.device, fix.member, fix.memberDevice, fix.platform) = (device, member, memberDevice, platform)
        fix.fault = fault
        fix.time = stay.lowerBound
        fix.flags = .stationary
        var last = fix
        last.time = stay.upperBound
        last.flags.insert(.departed)
        return [fix, last]
    }
}
