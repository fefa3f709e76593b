import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

/// A visit made up for drawings.
struct DrawnVisit {
    static let start = Timestamp(milliseconds: 1_709_280_000_000)

    var geofence: Geofence
    var name = "Gym"
    var zone = TimeZoneName.utc
    var fixes: [FixReading] = []
    var spans: [StayReading.Span] = []
    var reports: [VisitDetails.Report] = []
    var runnerUp: Facility?
    var minutes = 40.0

    init(latitude: Double = 45, longitude: Double = -93) throws {
        geofence = .circle(center: try Coordinate(latitude: latitude, longitude: longitude), radius: .standard)
    }

    /// Fixes at a distance to the north of the centre, one a minute from the start.
    mutating func add(_ side: FixReading.Side, metersNorth: Double, accuracy: Double? = 10) throws {
        let center = geofence.center
        let place = try Coordinate(
            latitude: max(-90, min(90, center.latitude + metersNorth / 111_132)),
            longitude: center.longitude
        )
        let time = Self.start.advanced(bySeconds: Double(fixes.count) * 60)
        let fix = Fix(time: time, coordinate: place, horizontalAccuracy: accuracy)
        fixes.append(FixReading(fix, edgeMeters: geofence.signedDistance(to: place), side))
    }

    func details(sentence verdict: Visit.Verdict = .counted) throws -> VisitDetails {
        let end = Self.start.advanced(bySeconds: minutes * 60)
        let facility = Facility(id: try FacilityID("f"), name: name, geofence: geofence, timeZone: zone)
        let key = try #require(FenceKey(exactly: 1))
        return VisitDetails(
            visit: Visit(
                id: try VisitID("v1"),
                member: try MemberID("m"),
                device: try DeviceID("d"),
                facility: facility.id,
                enteredAt: Self.start,
                dwelledAt: nil,
                exitedAt: end,
                status: .closed,
                evidence: .confirmed,
                verdict: verdict,
                month: Self.start.localMonth(in: zone),
                localDate: Self.start.localDate(in: zone),
                fixesInside: fixes.count,
                lastProofAt: end,
                depthMeters: 20,
                doubts: [],
                policyVersion: "p",
                assessment: Visit.Assessment(
                    confidence: 0.9,
                    provenSeconds: 1_800,
                    bridgedSeconds: 600,
                    enteredBetween: Self.start.advanced(bySeconds: -300)...Self.start,
                    exitedBetween: end...end.advanced(bySeconds: 120)
                )
            ),
            facility: facility,
            fence: Fence(key: key, facility: facility, defaultTimeZone: zone),
            runnerUp: runnerUp,
            span: Self.start.advanced(bySeconds: -1_200)...end.advanced(bySeconds: 1_200),
            phones: [.init(device: try DeviceID("d"), fixes: fixes, spans: spans, reports: reports)],
            surroundings: Visit.Surroundings(),
            review: nil,
            policy: .standard
        )
    }
}
