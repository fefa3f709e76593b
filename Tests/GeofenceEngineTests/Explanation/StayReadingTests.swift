import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("How a fence sees the fixes of a stay")
struct StayReadingTests {
    private static let start = Timestamp(milliseconds: 1_709_280_000_000)

    private static func fence() throws -> Fence {
        Fence(
            key: try #require(FenceKey(exactly: 1)),
            facility: try FacilityID("f"),
            geofence: .circle(center: try Coordinate(latitude: 45, longitude: -93), radius: try Radius(meters: 100))
        )
    }

    private static func fix(
        _ minute: Double,
        north: Double,
        accuracy: Double = 10,
        _ flags: Fix.Flags = []
    ) throws
        -> StayReading.Input
    {
        StayReading.Input(
            Fix(
                time: start.advanced(bySeconds: minute * 60),
                coordinate: try Coordinate(latitude: 45 + north / 111_132, longitude: -93),
                horizontalAccuracy: accuracy,
                flags: flags
            )
        )
    }

    private static func read(_ inputs: [StayReading.Input]) throws -> StayReading {
        StayReading(inputs, at: try fence(), policy: .standard)
    }

    @Test("each fix has its side and its distance from the edge")
    func sides() throws {
        let reading = try Self.read([
            Self.fix(-10, north: 900), Self.fix(0, north: 0), Self.fix(2, north: 10), Self.fix(3, north: 110),
            Self.fix(4, north: 0), Self.fix(5, north: 30, accuracy: 400), Self.fix(8, north: 200),
            Self.fix(10, north: 900),
        ])
        #expect(
            reading.fixes.map(\.side) == [.outside, .inside, .inside, .nearEdge, .inside, .coarse, .outside, .outside]
        )
        #expect(abs(reading.fixes[0].edgeMeters - 800) < 2)
        #expect(abs(reading.fixes[1].edgeMeters + 100) < 0.1)
    }

    @Test("what a stay loses when later fixes date its end earlier is not shown as proven or inside")
    func takenBack() throws {
        let workout = try stride(from: 0.0, through: 55, by: 5).map { try Self.fix($0, north: 10 + $0 / 20) }
        // Next door, with every third fix inside by its error.
        let desk = try stride(from: 60.0, through: 240, by: 5).map { minute in
            try Self.fix(minute, north: [115.0, 116, 90][Int(minute / 5) % 3] + minute / 500, accuracy: 15)
        }
        let reading = try Self.read([Self.fix(-10, north: 900), Self.fix(-9, north: 500)] + workout + desk)
        let left = Self.start.advanced(bySeconds: 55 * 60)
        let first = try #require(reading.spans.first)
        #expect(first == StayReading.Span(.proven, from: Self.start, to: left))
        let ended = try #require(reading.spans.dropFirst().first).start
        #expect(left.seconds(to: ended) > 3600)
        #expect(!reading.fixes.contains { $0.side == .inside && $0.fix.time > left && $0.fix.time < ended })
    }

    @Test("short gaps prove time, a long one is bridged, and a report of rest proves it")
    func spans() throws {
        let reading = try Self.read([
            Self.fix(-10, north: 900), Self.fix(0, north: 0), Self.fix(2, north: 10), Self.fix(4, north: 0),
            Self.fix(64, north: 5), Self.fix(66, north: 0, .stationary), Self.fix(126, north: 5),
        ])
        let minutes = reading.spans.map { span in
            "\(span.kind) \(Int(Self.start.seconds(to: span.start) / 60)) to \(Int(Self.start.seconds(to: span.end) / 60))"
        }
        #expect(minutes == ["proven 0 to 4", "bridged 4 to 64", "proven 64 to 126"])
    }

    @Test("one position that a phone repeats proves no time")
    func repeated() throws {
        let reading = try Self.read([Self.fix(-10, north: 900), Self.fix(0, north: 0), Self.fix(2, north: 0)])
        #expect(reading.spans.map(\.kind) == [.bridged])
    }

    @Test("fixes beyond the edge in between show an absence")
    func absence() throws {
        var inputs = [try Self.fix(-10, north: 900)]
        for minute in 0...6 { inputs.append(try Self.fix(Double(minute), north: Double(minute))) }
        // Beyond the edge, and not beyond the exit buffer: the stay goes on.
        for minute in 7...11 { inputs.append(try Self.fix(Double(minute), north: 110 + Double(minute), accuracy: 5)) }
        for minute in 12...15 { inputs.append(try Self.fix(Double(minute), north: Double(minute))) }
        let reading = try Self.read(inputs)
        #expect(reading.spans.map(\.kind) == [.proven, .absent, .proven])
    }

    @Test("an impossible jump, a fix kept only and one dated 1970 are not evaluated, and say why")
    func ignored() throws {
        var old = try Self.fix(3, north: 0).fix
        old.time = Timestamp(milliseconds: 1_000)
        let reading = try Self.read([
            StayReading.Input(old), Self.fix(0, north: 0), Self.fix(1, north: 80_000), Self.fix(2, north: 0),
            Self.fix(3, north: 0, .keptOnly),
        ])
        #expect(
            reading.fixes.map(\.side) == [
                .ignored(.rejected(.clockTooEarly)), .inside, .ignored(.rejected(.impossibleSpeed)), .inside,
                .ignored(.keptOnly),
            ]
        )
    }
}
