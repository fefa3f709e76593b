import Testing
import VisitModel

@Suite("Well-known binary")
struct WellKnownBinaryTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    private static let square = [(2.0, 48.0), (2.5, 48.0), (2.5, 48.25), (2.0, 48.25)]

    private func polygon(_ corners: [(Double, Double)] = square, hole: Bool = false) throws -> Polygon {
        func ring(_ corners: [(Double, Double)]) throws -> [Coordinate] {
            try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        }
        return try Polygon(
            exterior: ring(corners),
            holes: hole ? [try ring([(2.1, 48.1), (2.2, 48.1), (2.2, 48.2)])] : []
        )
    }

    @Test("a fence is written and read back, bit by bit")
    func roundTrip() throws {
        let other = try polygon([(-8.000000000000001, 47.1), (-7.9, 47.1), (-7.9, 47.123456789012345)])
        for geofence in try [
            Geofence.polygon(polygon(hole: true)), Geofence(polygons: [polygon(), other, polygon(hole: true)]),
        ] {
            let bytes = try #require(WellKnownBinary.bytes(of: geofence))
            #expect(try Geofence(wellKnownBinary: bytes) == geofence)
        }
        #expect(
            WellKnownBinary.bytes(of: .circle(center: try Coordinate(latitude: 1, longitude: 2), radius: .standard))
                == nil
        )
    }

    // Written by `SELECT ST_AsEWKB(…)`, `ST_AsBinary(…, 'XDR')` and `ST_AsEWKB(ST_Force3D(…))` of PostGIS.
    @Test(
        "a point is read in either byte order, with a reference system, with heights",
        arguments: [
            "0101000020E610000066666666668654C03333333333F34340", "010100000066666666668654C03333333333F34340",
            "0000000001C0548666666666664043F33333333333",
            "01010000A0E610000066666666668654C03333333333F343400000000000000040",
            "01E903000066666666668654C03333333333F343400000000000000040",
        ]
    )
    func points(hex: String) throws {
        let geometry = try WellKnownBinary.geometry(bytes(hex))
        #expect(geometry == .point(UncheckedGeometry.Position(x: -82.1, y: 39.9)))
        #expect(try geometry.coordinate() == Coordinate(latitude: 39.9, longitude: -82.1))
        #expect(throws: ValidationError.self) { try Geofence(wellKnownBinary: bytes(hex)) }
    }

    @Test(
        "what is no point or area is refused with the reason",
        arguments: [
            ("", "ends too early"), ("02", "no byte order"), ("0101000000", "ends too early"),
            ("010200000001000000000000000000F03F000000000000F03F", "lineString"),
            ("0101000020110F000066666666668654C03333333333F34340", "SRID=3857"), ("0163000000", "unknown type 99"),
            ("010100000066666666668654C03333333333F3434000", "after its end"),
            // More rings and corners than there are bytes.
            ("0103000000FFFFFFFF", "ends too early"), ("010300000001000000FFFFFFFF", "ends too early"),
            ("010600000001000000010100000000000000", "no polygon"),
        ]
    )
    func refused(hex: String, reason: String) {
        let error = #expect(throws: ValidationError.self) { try WellKnownBinary.geometry(bytes(hex)) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test("any cut or changed byte is refused or read, and never a crash")
    func damage() throws {
        let whole = try #require(WellKnownBinary.bytes(of: Geofence(polygons: [polygon(hole: true), polygon()])))
        for count in 0..<whole.count {
            #expect(throws: ValidationError.self) { try Geofence(wellKnownBinary: Array(whole[..<count])) }
        }
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0xFF
            _ = try? Geofence(wellKnownBinary: bytes)
        }
    }

    @Test("latitude and longitude can be swapped")
    func order() throws {
        let corners = [(48.0, 2.0), (48.0, 2.5), (48.25, 2.5), (48.25, 2.0), (48.0, 2.0)]
        let ring = corners.map { UncheckedGeometry.Position(x: $0.0, y: $0.1) }
        let geometry = UncheckedGeometry.polygons([[ring]])
        #expect(try geometry.geofence(.latitudeFirst) == .polygon(polygon()))
        #expect(try geometry.geofence() != .polygon(polygon()))
        #expect(try geometry.coordinate() == nil)
    }
}
