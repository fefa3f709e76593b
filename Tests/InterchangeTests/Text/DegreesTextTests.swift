import Testing

@testable import Interchange

@Suite("Degrees as text")
struct DegreesTextTests {
    @Test(
        "degrees, minutes and seconds are read in every common notation",
        arguments: [
            ("39°54'00.0\"N", 39.9), ("39° 54' 0\" N", 39.9), ("39º54′00″N", 39.9), ("39°54’00’’N", 39.9),
            ("39°54'N", 39.9), ("39° 54,0' N", 39.9), ("39° 54.0'", 39.9), ("39 54 00", 39.9), ("39 54 00 N", 39.9),
            ("N 39 54 00", 39.9), ("N39°54'00\"", 39.9), ("39:54:00", 39.9), ("39d54m00sN", 39.9),
            ("39 deg 54 min 0 sec north", 39.9), ("39.9N", 39.9), ("39.9 N", 39.9), ("N 39.9", 39.9),
            ("39,9 N", 39.9), ("39.9° N", 39.9), ("39.9°", 39.9), ("+39.9", 39.9), ("39.9 Nord", 39.9),
            ("33°51'30\"S", -33.858_333_333_333_333), ("33 51 30 S", -33.858_333_333_333_333),
            ("33d51m30sS", -33.858_333_333_333_333), ("-33°51'30\"", -33.858_333_333_333_333),
            ("−33.5", -33.5), ("33,5 Süd", -33.5), ("-33.5 S", -33.5), ("Sur 33.5", -33.5), ("0°30'S", -0.5),
        ]
    )
    func latitudes(text: String, expected: Double) throws {
        #expect(abs(try read(text, .latitude) - expected) < 1e-12)
    }

    @Test(
        "west is negative, in five languages",
        arguments: ["82.1 W", "82°06'W", "W 82 06 00", "82,1 ouest", "82.1 Oeste", "82.1 ovest", "-82.1 W", "-82.1"]
    )
    func west(text: String) throws {
        #expect(abs(try read(text, .longitude) + 82.1) < 1e-12)
    }

    @Test(
        "what is no angle of the axis is refused with the reason",
        arguments: [
            ("north", DegreesText.Problem.unreadable), ("12 Main Street", .unreadable), ("39..9", .unreadable),
            ("39.9.1", .unreadable), ("39°54'00\"12", .unreadable), ("39.5°54'", .unreadable), ("39'54", .unreadable),
            ("N", .unreadable), ("", .unreadable), ("39 N 54", .unreadable), ("NN 39", .unreadable),
            ("39 -54", .unreadable), ("39°60'N", .tooManyMinutes), ("39°54'75\"", .tooManyMinutes),
            ("-39.9 N", .contradictorySign), ("82.1 W", .otherAxis), ("82.1 O", .ambiguousLetter),
        ]
    )
    func refused(text: String, problem: DegreesText.Problem) {
        #expect(throws: problem) { try read(text, .latitude) }
    }

    private func read(_ text: String, _ axis: DegreesText.Axis) throws -> Double {
        try Array(text.utf8).withUnsafeBufferPointer { try DegreesText.degrees(DelimitedField(bytes: $0), axis) }
    }
}

@Suite("Coordinates in one text")
struct CoordinateTextTests {
    @Test(
        "both numbers are read, the latitude first",
        arguments: [
            "39.9,-82.1", "39.9, -82.1", "39.9 -82.1", "39.9\t-82.1", "39.9;-82.1", "39,9;-82,1", "39,9; -82,1",
            "39,9 -82,1", "39,9, -82,1", "39.9/-82.1", "39.9 | -82.1", "(39.9, -82.1)", "geo:39.9,-82.1",
            "geo:39.9,-82.1;u=35", "GEO:39.9,-82.1?z=12", "39.9, -82.1, 250", "39.9N, 82.1W", "39.9 N 82.1 W",
            "N 39.9 W 82.1", "39.9N82.1W", "82.1 W, 39.9 N", "W82.1 N39.9", "39°54'00.0\"N 82°06'00.0\"W",
            "39°54'00.0\"N,82°06'00.0\"W", "39°54'N,82°06'W", "39° 54,0' N, 82° 6,0' W", "39 54 00 N 82 06 00 W",
            "39°54' -82°06'", "POINT(-82.1 39.9)", "point (-82.1 39.9)", "SRID=4326;POINT(-82.1 39.9)",
            #"{"type":"Point","coordinates":[-82.1,39.9]}"#, "0101000020E610000066666666668654C03333333333F34340",
        ]
    )
    func pairs(text: String) throws {
        let pair = try CoordinateText(text)
        #expect(abs(pair.latitude - 39.9) < 1e-12 && abs(pair.longitude + 82.1) < 1e-12)
    }

    @Test(
        "what is not one pair is refused",
        arguments: [
            ("39.9", DegreesText.Problem.unreadable), ("39,9", .unreadable), ("39,9,-82,1", .unreadable),
            ("39.9,", .unreadable), ("12 Main Street", .unreadable), ("39.9 N, 82.1 N", .unreadable),
            ("39.9 N, 82.1", .unreadable), ("39.9;-82.1;3", .unreadable), ("LINESTRING(1 2,3 4)", .unreadable),
            ("[-82.1, 39.9]", .ambiguousOrder), ("39.9 N 82.1 O", .ambiguousLetter),
            ("39°54'N 82°66'W", .tooManyMinutes),
        ]
    )
    func refused(text: String, problem: DegreesText.Problem) {
        #expect(throws: problem) { try CoordinateText(text) }
    }
}
