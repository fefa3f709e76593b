internal import VisitModel

/// Finds registered sets that are not the nearest places.
struct NearestSetRule: DoctorRule {
    /// How much nearer an unregistered place has to be than a registered one to be a finding, in metres.
    ///
    /// The app selects again only where the selection can have changed, so small differences are expected.
    private static let marginMeters = 500.0
    /// How long the difference has to last, in seconds.
    private static let patienceSeconds = 600.0
    /// The longest delay between a fix and the events of the selection that it causes, in seconds.
    private static let answerSeconds = 2.0
    /// The horizontal accuracy above which a fix says nothing about the nearest places, in metres.
    private static let accuracyMeters = 100.0

    func findings(in reading: CaseReading) -> [Finding] {
        guard reading.history.watchesNearest else { return [] }
        let evidence = evictions(in: reading) + farChoice(in: reading)
        return [
            Finding(
                .wrongNearest,
                title: "The wrong geofences are registered",
                cause:
                    "the nearest were chosen by one bad fix, by centres instead of edges, or not again after a move",
                advice:
                    "rank by the distance to the edge, never remove a geofence that the member is in, ignore "
                    + "inaccurate fixes for that, and keep a movement trigger so that a long move is detected",
                evidence: evidence
            )
        ]
    }

    /// Places that were unregistered while the member was inside.
    private func evictions(in reading: CaseReading) -> [Evidence] {
        var inside: Set<FacilityID> = []
        var evidence: [Evidence] = []
        for event in reading.history.events {
            switch event.kind {
            case .entered(let id, _): inside.insert(id)
            case .exited(let id, _): inside.remove(id)
            case .unregistered(let ids?):
                for id in ids where inside.contains(id) {
                    let accuracy = event.location?.accuracy.map { " by a fix with an accuracy of \(Int($0)) m" } ?? ""
                    evidence.append(Evidence(event.observedAt, "\(id) was removed with the member in it\(accuracy)"))
                }
            default: break
            }
        }
        return evidence
    }

    /// Periods in which an unregistered place was far nearer than a registered one.
    private func farChoice(in reading: CaseReading) -> [Evidence] {
        var since: (time: Timestamp, id: FacilityID, meters: Double, farthest: Double)?
        var evidence: [Evidence] = []
        func close(at time: Timestamp) {
            guard let found = since, found.time.seconds(to: time) >= Self.patienceSeconds else { return }
            let text =
                "\(found.id), \(Int(found.meters)) m away, was not registered, and one \(Int(found.farthest)) m away "
                + "was, for \(Evidence.words(seconds: found.time.seconds(to: time)))"
            evidence.append(Evidence(found.time, text))
        }
        var looked: Timestamp?
        for fix in (reading.history.log?.fixes ?? []) where (fix.horizontalAccuracy ?? .infinity) <= Self.accuracyMeters
        {
            // Only periods of ten minutes matter, so most fixes of a month need no comparison with every place.
            if let looked, looked.seconds(to: fix.time) < Self.patienceSeconds / 4 { continue }
            looked = fix.time
            let registered = reading.registered(at: fix.time.advanced(bySeconds: Self.answerSeconds))
            guard !registered.isEmpty, registered.count < reading.places.count else { continue }
            let left = reading.history.places.filter { !registered.contains($0.id) }
            let nearest = left.map { ($0.geofence.signedDistance(to: fix.coordinate), $0.id) }.min { $0 < $1 }
            let farthest = farthest(of: registered, from: fix, in: reading)
            guard let nearest, let farthest, nearest.0 + Self.marginMeters < farthest else {
                close(at: fix.time)
                since = nil
                continue
            }
            if since == nil { since = (fix.time, nearest.1, nearest.0, farthest) }
        }
        close(at: reading.history.span.upperBound)
        return evidence
    }

    /// The distance to the farthest registered place in metres, without those that may be registered because the member
    /// visits them most.
    private func farthest(of registered: Set<FacilityID>, from fix: Fix, in reading: CaseReading) -> Double? {
        var spared = reading.history.preferVisited
        let distances = registered.compactMap { id in
            reading.places[id].map { (meters: $0.geofence.signedDistance(to: fix.coordinate), id: id) }
        }
        return distances.sorted { $0.meters > $1.meters }
            .first { place in
                guard spared > 0, isVisited(place.id, before: fix.time, in: reading) else { return true }
                spared -= 1
                return false
            }?.meters
    }

    private func isVisited(_ place: FacilityID, before time: Timestamp, in reading: CaseReading) -> Bool {
        if reading.history.visitedEarlier.contains(place) { return true }
        return reading.crossings[place]?.contains { $0.kind.isDwell && $0.observedAt <= time } ?? false
    }
}
