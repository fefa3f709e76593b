import RadarEngine
import Testing
import VisitModel

@testable import RadarEngine

/// Fixes in order, and what the phone detects at each; the server always agrees.
struct LookCase: CustomTestStringConvertible, Sendable {
    struct Reading: Sendable {
        var at: Double
        var north: Double
        var east = 0.0
        var accuracy: Double? = 10
        var isStopped = false
        var isOnTrip = false
        let finding: RadarFinding?
    }

    let name: String
    var rules = RadarFenceRules()
    var fences: @Sendable () throws -> [RadarNearbyGeofence] = {
        [try RadarFenceGround.gym(), try RadarFenceGround.spa(), try RadarFenceGround.far()]
    }
    let readings: [Reading]

    var testDescription: String { name }

    static let crossings: [LookCase] = [
        LookCase(
            name: "a circle is entered as soon as the accuracy touches it, and left when nothing of it does any more",
            readings: [
                Reading(at: 0, north: 111, finding: nil), Reading(at: 30, north: 109, finding: .entered(["gym"])),
                Reading(at: 60, north: 0, finding: nil), Reading(at: 90, north: 109, finding: nil),
                Reading(at: 120, north: 111, finding: .exited(["gym"])), Reading(at: 150, north: 300, finding: nil),
            ]
        ),
        LookCase(
            name: "without buffers the position alone counts",
            rules: RadarFenceRules(buffersEntries: false, buffersExits: false),
            readings: [
                Reading(at: 0, north: 101, finding: nil), Reading(at: 30, north: 99, finding: .entered(["gym"])),
                Reading(at: 60, north: 101, finding: .exited(["gym"])),
            ]
        ),
        LookCase(
            name: "entries and exits have a buffer each",
            rules: RadarFenceRules(buffersEntries: false),
            readings: [
                Reading(at: 0, north: 105, finding: nil), Reading(at: 30, north: 95, finding: .entered(["gym"])),
                Reading(at: 60, north: 105, finding: nil), Reading(at: 90, north: 111, finding: .exited(["gym"])),
            ]
        ),
        LookCase(
            name: "an accuracy below zero, or none, is none",
            readings: [
                Reading(at: 0, north: 101, accuracy: -50, finding: nil),
                Reading(at: 30, north: 101, accuracy: nil, finding: nil),
                Reading(at: 60, north: 99, accuracy: -50, finding: .entered(["gym"])),
                Reading(at: 90, north: 101, accuracy: -50, finding: .exited(["gym"])),
            ]
        ),
        LookCase(
            name: "a reading that could be anywhere leaves nothing, and enters what it touches",
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym"])),
                Reading(at: 30, north: 800, accuracy: 900, finding: .entered(["spa"])),
                Reading(at: 60, north: 800, accuracy: 900, finding: nil),
            ]
        ),
        LookCase(
            name: "a polygon is entered and left at its edges, not at the circle round it",
            readings: [
                // Within the circle round it, 30 m south of its side.
                Reading(at: 0, north: 970, finding: nil), Reading(at: 30, north: 991, finding: .entered(["spa"])),
                Reading(at: 60, north: 1100, finding: nil), Reading(at: 90, north: 1100, east: 109, finding: nil),
                Reading(at: 120, north: 1100, east: 111, finding: .exited(["spa"])),
            ]
        ),
        LookCase(
            name: "a polygon without buffers is its inside",
            rules: RadarFenceRules(buffersEntries: false, buffersExits: false),
            readings: [
                Reading(at: 0, north: 995, finding: nil), Reading(at: 30, north: 1005, finding: .entered(["spa"])),
                Reading(at: 60, north: 1100, east: 105, finding: .exited(["spa"])),
            ]
        ),
        LookCase(
            name: "an entry comes before an exit, which waits for the next update",
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym"])),
                Reading(at: 30, north: 1100, finding: .entered(["spa"])),
                Reading(at: 60, north: 1100, finding: .exited(["gym"])), Reading(at: 90, north: 1100, finding: nil),
            ]
        ),
        LookCase(
            name: "several that lie over each other are entered at once, in the order of the list",
            fences: {
                [
                    try RadarFenceGround.gym("b"), try RadarFenceGround.gym("a", radius: 50),
                    try RadarFenceGround.gym("c", north: 900), try RadarFenceGround.far(),
                ]
            },
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["b", "a"])),
                Reading(at: 30, north: 500, finding: .exited(["a", "b"])),
            ]
        ),
    ]

    static let stays: [LookCase] = [
        LookCase(
            name: "with stop detection only a device that has stopped enters; leaving needs no stop",
            rules: RadarFenceRules(needsStop: true),
            readings: [
                Reading(at: 0, north: 0, finding: nil),
                Reading(at: 200, north: 0, isStopped: true, finding: .entered(["gym"])),
                Reading(at: 400, north: 300, finding: .exited(["gym"])),
            ]
        ),
        LookCase(
            name: "a geofence's own word on stop detection goes before the project's",
            rules: RadarFenceRules(needsStop: true),
            fences: {
                [
                    try RadarFenceGround.gym(needsStop: false), try RadarFenceGround.gym("other", needsStop: true),
                    try RadarFenceGround.far(),
                ]
            },
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym"])),
                Reading(at: 200, north: 0, isStopped: true, finding: .entered(["other"])),
            ]
        ),
        LookCase(
            name: "a dwell is found once a stay, at the first update after the threshold",
            rules: RadarFenceRules(dwellMinutes: 10),
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym"])), Reading(at: 599, north: 0, finding: nil),
                Reading(at: 640, north: 0, finding: .dwelled(["gym"])), Reading(at: 1300, north: 0, finding: nil),
                Reading(at: 1400, north: 300, finding: .exited(["gym"])),
                Reading(at: 1500, north: 0, finding: .entered(["gym"])),
                Reading(at: 2099, north: 0, finding: nil), Reading(at: 2100, north: 0, finding: .dwelled(["gym"])),
            ]
        ),
        LookCase(
            name: "a geofence's own threshold of a dwell goes before the project's",
            rules: RadarFenceRules(dwellMinutes: 10),
            fences: {
                [
                    try RadarFenceGround.gym(dwellMinutes: 5), try RadarFenceGround.gym("never", dwellMinutes: 0),
                    try RadarFenceGround.far(),
                ]
            },
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym", "never"])),
                Reading(at: 300, north: 0, finding: .dwelled(["gym"])), Reading(at: 9000, north: 0, finding: nil),
            ]
        ),
        LookCase(
            name: "without a threshold nothing dwells",
            readings: [
                Reading(at: 0, north: 0, finding: .entered(["gym"])), Reading(at: 90_000, north: 0, finding: nil),
            ]
        ),
    ]

    static let reaches: [LookCase] = [
        LookCase(
            name: "the list is requested again in the outer fifth of where it is valid",
            fences: { [try RadarFenceGround.gym("g", north: 2100)] },
            readings: [
                Reading(at: 0, north: 0, finding: nil), Reading(at: 30, north: -1590, finding: nil),
                Reading(at: 60, north: -1610, finding: .leftRegion),
            ]
        ),
        LookCase(
            name: "a list holds for five kilometres at most",
            fences: { [try RadarFenceGround.gym("g", north: 60_000)] },
            readings: [
                Reading(at: 0, north: 3990, finding: nil), Reading(at: 60, north: 4010, finding: .leftRegion),
            ]
        ),
        LookCase(
            name: "a list of one that the device is in, or of none, holds for a hundred metres",
            fences: { [] },
            readings: [Reading(at: 0, north: 79, finding: nil), Reading(at: 60, north: 81, finding: .leftRegion)]
        ),
        LookCase(
            name: "on a trip under other options every update is one",
            readings: [
                Reading(at: 0, north: 300, isOnTrip: true, finding: .onTrip), Reading(at: 30, north: 300, finding: nil),
            ]
        ),
    ]
}

@Suite("What the phone itself detects of the server's geofences")
struct RadarLocalFencesTests {
    private static let options = RadarGround.options(on: .ios) { $0.sync = .events }

    private static func step(_ reading: LookCase.Reading) throws -> RadarMotionStep {
        let place = try RadarFenceGround.point(north: reading.north, east: reading.east)
        let fix = Fix(
            time: RadarGround.time(reading.at),
            coordinate: place,
            horizontalAccuracy: reading.accuracy
        )
        return RadarMotionStep(
            location: RadarLocation(fix),
            source: .backgroundLocation,
            isForced: false,
            isStopped: reading.isStopped,
            wasStopped: reading.isStopped,
            distanceMeters: nil
        )
    }

    /// The state of a phone that received a list at the ground's point.
    private static func local(
        _ fences: [RadarNearbyGeofence],
        rules: RadarFenceRules = RadarFenceRules()
    ) throws -> RadarLocalFences {
        var local = RadarLocalFences(rules: rules)
        local.replace(fences, around: try RadarGround.place(), under: options)
        return local
    }

    @Test(
        "each fix is classified according to the rules",
        arguments: LookCase.crossings + LookCase.stays + LookCase.reaches
    )
    func cases(example: LookCase) throws {
        var local = try Self.local(example.fences(), rules: example.rules)
        for reading in example.readings {
            let look = local.look(at: try Self.step(reading), isOnTrip: reading.isOnTrip)
            #expect(look.finding == reading.finding, "at \(reading.at) s")
            guard look.finding != nil else { continue }
            local.sent(look)
            local.answered(nil)
        }
    }

    /// What a phone detects `north` metres north of the ground's point.
    private static func look(
        _ local: RadarLocalFences,
        at seconds: Double = 0,
        north: Double
    ) throws -> RadarObservation {
        local.look(at: try step(LookCase.Reading(at: seconds, north: north, finding: nil)))
    }

    @Test("without a list, or with one that lacks the nearest, every update is uploaded")
    func noList() throws {
        let unknown = try Self.look(RadarLocalFences(), north: 0)
        #expect(unknown.finding == .noFences)
        for sync in [RadarGeofenceSync.none, .campaignOnly] {
            var local = try Self.local([RadarFenceGround.gym()])
            let options = RadarGround.options(on: .android) { ($0.sync, $0.syncGeofences) = (.events, sync) }
            local.replace([try RadarFenceGround.gym()], around: try RadarGround.place(), under: options)
            let look = try Self.look(local, north: 0)
            #expect(look.finding == .noFences, "\(sync)")
        }
    }

    @Test("a list is kept only while it decides, and an answer without one leaves it")
    func keeping() throws {
        let here = try RadarGround.place()
        var local = try Self.local([RadarFenceGround.gym()])
        local.replace(nil, around: try RadarGround.place(north: 50), under: Self.options)
        #expect(local.fences.map(\.id) == ["gym"] && local.region?.center == here)
        local.replace(local.fences, around: here, under: RadarGround.options(on: .ios))
        #expect(local.fences.isEmpty && local.region == nil)
    }

    @Test("what is not uploaded is detected again, and a failed upload rolls its changes back")
    func rollback() throws {
        var local = try Self.local([RadarFenceGround.gym(), RadarFenceGround.far()])
        let entry = try Self.look(local, north: 0)
        let again = try Self.look(local, north: 0)
        #expect(local.inside.isEmpty && again == entry && entry.finding == .entered(["gym"]))
        local.sent(entry)
        #expect(local.inside == ["gym"])
        // Entered and left before there is an answer: the failure rolls both back.
        local.sent(try Self.look(local, at: 60, north: 300))
        #expect(local.inside.isEmpty)
        local.failed()
        let (outside, inside) = (try Self.look(local, at: 90, north: 300), try Self.look(local, at: 120, north: 0))
        #expect(outside.finding == nil && inside.finding == .entered(["gym"]))
        local.sent(entry)
        local.failed()
        #expect(local.inside.isEmpty)
        local.sent(entry)
        local.answered(["gym"])
        local.failed()
        #expect(local.inside == ["gym"])
    }

    @Test("the server's answer overrides the phone's state, and a difference is detected again until they agree")
    func override() throws {
        let fences = [try RadarFenceGround.gym(), try RadarFenceGround.far()]
        var local = try Self.local(fences, rules: RadarFenceRules(dwellMinutes: 1))
        local.sent(try Self.look(local, north: 0))
        local.answered([])
        let entry = try Self.look(local, at: 30, north: 0)
        #expect(entry.finding == .entered(["gym"]))
        // The phone does not know how long a stay has lasted that only the server saw begin.
        local.answered(["gym"])
        let (stay, exit) = (try Self.look(local, at: 900, north: 0), try Self.look(local, at: 930, north: 300))
        #expect(stay.finding == nil && exit.finding == .exited(["gym"]))
        // A fence that is on no list can't be evaluated.
        local.answered(["elsewhere", "gym"])
        let unknown = try Self.look(local, at: 960, north: 0)
        #expect(unknown.finding == .exited(["elsewhere"]))
    }

    @Test("the state is unchanged after it was stored and restored")
    func stored() throws {
        var local = try Self.local([RadarFenceGround.spa(), RadarFenceGround.gym(dwellMinutes: 5)])
        local.sent(try Self.look(local, north: 0))
        let (reborn, empty) = (try RadarGround.reborn(local), try RadarGround.reborn(RadarLocalFences()))
        #expect(reborn == local && empty == RadarLocalFences())
        let exterior = try #require(RadarFenceGround.spa().polygon?.exterior)
        let hole = try exterior.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude / 2 - 37.5) }
        let polygon = try Polygon(exterior: exterior, holes: [hole])
        let same = try RadarGround.reborn(polygon)
        #expect(same == polygon && same.holes.count == 1)
    }
}
