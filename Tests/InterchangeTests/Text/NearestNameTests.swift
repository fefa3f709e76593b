import Testing

@testable import Interchange

@Suite("The name that was probably meant")
struct NearestNameTests {
    @Test("is found by few edits in its last part, and not where too many are needed")
    func nearest() {
        let known = ["geolocation.distanceFilter", "http.url", "app.schedule"]
        #expect(NearestName.find("geolocation.distancefilter", in: known) == "geolocation.distanceFilter")
        #expect(NearestName.find("app.distanceFitler", in: known) == "geolocation.distanceFilter")
        #expect(NearestName.find("http.ulr", in: known) == "http.url")
        #expect(NearestName.find("logger.level", in: known) == nil)
        #expect(NearestName.edits(from: "", to: "abc") == 3)
        #expect(NearestName.edits(from: "ab", to: "ba") == 1)
    }

    @Test(
        "of a field is also found by a word that it has in common",
        arguments: [
            ("radius", "radius_m"), ("radiusMeters", "radius_m"), ("dwell", "dwell_seconds"), ("lat", "latitude"),
            ("timezone", "time_zone"), ("timeZone", "time_zone"), ("zone", "time_zone"), ("zip", nil),
            ("PostalCode", "postal_code"), ("nmae", "name"), ("x", nil),
        ]
    )
    func field(name: String, expected: String?) {
        let known = ["name", "latitude", "longitude", "radius_m", "dwell_seconds", "time_zone", "postal_code"]
        #expect(NearestName.find(field: name, in: known) == expected)
    }
}
