internal import VisitModel

/// Finds polygons that are entered from outside or never left.
struct PolygonRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        let polygons = reading.visitedPlaces.filter { reading.places[$0]?.geofence.polygons.isEmpty == false }
        let evidence = polygons.flatMap { phantoms(of: $0, in: reading) + stuck(in: $0, in: reading) }
        return [
            Finding(
                .polygon,
                title: "A place with a polygon is entered from outside it, or never left",
                cause:
                    "the phone monitors the circle around the polygon, and its crossings were treated as the polygon's",
                advice:
                    "check each fix against the polygon itself, keep its state, and treat an exit from the circle as "
                    + "an exit from the polygon",
                evidence: evidence
            )
        ]
    }

    private func phantoms(of place: FacilityID, in reading: CaseReading) -> [Evidence] {
        (reading.crossings[place] ?? []).compactMap { event in
            guard case .entered = event.kind, let meters = reading.edgeMeters(event), let location = event.location,
                meters > (location.accuracy ?? 0)
            else { return nil }
            return Evidence(event.observedAt, "Entered \(place) by a fix \(Int(meters)) m outside its polygon")
        }
    }

    /// Fixes far outside a place after an entry that is its latest crossing.
    private func stuck(in place: FacilityID, in reading: CaseReading) -> [Evidence] {
        guard let geofence = reading.places[place]?.geofence,
            let last = reading.crossings[place]?.last(where: { !$0.kind.isDwell }),
            case .entered = last.kind
        else { return [] }
        let outside = (reading.history.log?.fixes ?? []).filter { fix in
            fix.time > last.observedAt
                && geofence.signedDistance(to: fix.coordinate) > 2 * (fix.horizontalAccuracy ?? 100) + 200
        }
        guard let first = outside.first, let end = outside.last, first.time.seconds(to: end.time) > 1800 else {
            return []
        }
        return [
            Evidence(first.time, "\(place) is still reported as inside, \(outside.count) fixes are outside it")
        ]
    }
}
