internal import PhoneOS
internal import VisitModel

extension CaseReading {
    /// The periods in which a setting kept the phone from reporting transitions, by its log; empty without one.
    func deliveryObstacles() -> [DeliveryObstacle] {
        guard let log = history.log else { return [] }
        let isIOS = history.platform == .ios
        var found: [DeliveryObstacle] = []
        for permission in [Permission.fineLocation, .backgroundLocation] {
            found += times(
                of: permission.rawValue,
                .permission,
                in: log.permissions[permission] == .granted ? nil : "\(permission.rawValue) is not granted"
            ) { $0 == PermissionStatus.granted.rawValue ? nil : "\(permission.rawValue) was set to \($0)" }
        }
        found += times(of: "location precision", .precision) {
            $0 == LocationPrecision.full.rawValue ? nil : "only the approximate location was allowed"
        }
        found += times(of: "location services", .location) { $0 == "on" ? nil : "location was switched off" }
        found += times(of: "Google Play services", .playServices) {
            isIOS || $0 == PlayServices.available.rawValue ? nil : "Google Play services were \($0)"
        }
        found += times(of: "region monitoring", .regionMonitoring) {
            $0 == "available" ? nil : "region monitoring became unavailable"
        }
        return found
    }

    /// The periods in which the phone had no position, by its log; empty without one.
    func outages() -> [DeliveryObstacle] {
        times(of: "location services", .location) { $0 == "on" ? nil : "location was switched off" }
            + times(of: "positions", .location) { $0 == "none" ? "there were no fixes" : nil }
    }

    /// The periods in which a setting had a value that is an obstacle.
    private func times(
        of name: String,
        _ kind: DeliveryObstacle.Kind,
        in beginning: String? = nil,
        _ hindrance: (String) -> String?
    ) -> [DeliveryObstacle] {
        var found: [DeliveryObstacle] = []
        var open = beginning.map { (start: history.span.lowerBound, text: $0) }
        for case (let time, .changed(name, let value)) in notes {
            let text = hindrance(value)
            // A further blocking value extends the open period, under the text it began with.
            if let text, open == nil { open = (time, text) }
            guard text == nil, let begun = open else { continue }
            found.append(DeliveryObstacle(kind: kind, start: begun.start, end: time, text: begun.text))
            open = nil
        }
        if let open { found.append(DeliveryObstacle(kind: kind, start: open.start, end: nil, text: open.text)) }
        return found
    }

    /// The places that the OS refused and never registered later, by its log, with the first error of each.
    func refusals() -> [Refusal] {
        var refused: [Refusal] = []
        for (time, note) in notes {
            switch note {
            case .refused(let ids, let error):
                for id in ids.compactMap({ try? FacilityID($0.text) })
                where places[id] != nil && !refused.contains(where: { $0.place == id }) {
                    refused.append(Refusal(place: id, time: time, error: error))
                }
            case .added(let ids):
                let texts = Set(ids.map(\.text))
                refused.removeAll { texts.contains($0.place.text) }
            default: break
            }
        }
        return refused
    }

    /// A place that the OS refused to register.
    struct Refusal: Sendable {
        let place: FacilityID
        let time: Timestamp
        let error: PhoneError
    }

    /// Whether places were registered at or after a time, by the log, or after it by the events where there is no log.
    func isRegistered(from time: Timestamp) -> Bool {
        guard history.log == nil else {
            return notes.contains { entry in
                guard entry.time >= time, case .added(let ids) = entry.note else { return false }
                return ids.contains { id in (try? FacilityID(id.text)).map { places[$0] != nil } ?? false }
            }
        }
        return history.events.contains { event in
            guard case .registered = event.kind else { return false }
            return event.observedAt > time
        }
    }
}
