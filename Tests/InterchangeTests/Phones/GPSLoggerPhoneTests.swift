import Interchange
import Testing
import VisitModel

@Suite("Requests of GPSLogger's custom URL")
struct GPSLoggerPhoneTests {
    @Test(
        "the names that people give the fields are known",
        arguments: [
            "lat=1.5&longitude=2.5&time=2026-03-02T17:04:11Z&s=4&aid=p",
            "lat=1.5&lon=2.5&timestamp=1772471051&spd=4&id=p",
            "timeoffset=2026-03-02T18:04:11.000+01:00&time=2026-03-02T17:04:11Z&lat=1.5&lon=2.5&s=4&id=p",
            "latitude=1.5&lng=2.5&time=2026-03-02T17%3A04%3A11.000Z&speed=4.0&device=p",
            "lat=1.5&lon=2.5&date=2026-03-02&starttimestamp=5&time=2026-03-02T17:04:11Z&timestamp=1772471051&spd_kph=14.4&aid=x&id=p",
        ]
    )
    func knowsNames(query: String) {
        let reading = PhoneReading(query: query, as: .gpsLogger)
        #expect(reading.fixes == ["p@2026-03-02T17:04:11Z 1.5,2.5"])
        #expect(reading.records.first?.fix?.speed == 4)
        #expect(reading.records.first?.platform == .android)
    }

    @Test("0 is the app's value for unknown")
    func forgetsZeros() throws {
        let query = "lat=1.5&lon=2.5&timestamp=1772471051&acc=0&spd=0.0&alt=0&dir=0&batt=0&aid=p"
        let fix = try #require(PhoneReading(query: query, as: .gpsLogger).records.first?.fix)
        #expect(fix.horizontalAccuracy == nil && fix.speed == nil && fix.altitude == nil && fix.course == nil)
        #expect(fix.battery == nil)
        let known = query.replacing("acc=0", with: "acc=7").replacing("batt=0", with: "batt=83")
        #expect(PhoneReading(query: known, as: .gpsLogger).records.first?.fix?.horizontalAccuracy == 7)
        #expect(PhoneReading(query: known, as: .gpsLogger).records.first?.fix?.battery == 0.83)
        #expect(
            PhoneReading(query: "lat=0&lon=0&timestamp=1772471051&aid=p", as: .gpsLogger).refusals == [
                "zero_coordinate:0"
            ]
        )
        #expect(PhoneReading(query: "lat=1&lon=2&timestamp=0&aid=p", as: .gpsLogger).refusals == ["missing_time:0"])
    }

    @Test(
        "a body may be a form, the text of %ALL, or JSON",
        arguments: [
            "lat=1.5&lon=2.5&timestamp=1772471051&aid=p",
            "lat=1.5&lon=2.5&sat=7&desc=&alt=3.0&acc=9&dir=0.0&prov=gps&spd_kph=0&spd=0&timestamp=1772471051"
                + "&timeoffset=2026-03-02T18:04:11.000+01:00&time=2026-03-02T17:04:11.000Z&starttimestamp=1&date=2026-03-02"
                + "&batt=71.0&ischarging=true&aid=p&ser=q&act=&filename=f&profile=Default%20Profile&hdop=&vdop=&pdop=&dist=9",
            "{\"lat\":1.5,\"lon\":\"2.5\",\"timestamp\":1772471051,\"aid\":\"p\",\"acc\":0}",
            "[{\"lat\":1.5,\"lon\":2.5,\"time\":\"2026-03-02T17:04:11Z\",\"aid\":\"p\"}]",
        ]
    )
    func readsBodies(body: String) {
        let reading = PhoneReading(PhoneRequest(contentType: "text/plain", body: Array(body.utf8)), as: .gpsLogger)
        #expect(reading.fixes == ["p@2026-03-02T17:04:11Z 1.5,2.5"])
        #expect(PhoneReply.make(for: .gpsLogger, report: reading.report).status == 200)
    }

    @Test("where the fields name no member, the user of the request counts")
    func takesUser() {
        let query = "lat=1.5&lon=2.5&timestamp=1772471051"
        let request = PhoneRequest(query: query, userName: "jane")
        #expect(PhoneReading(request, as: .gpsLogger).records.first?.member?.text == "jane")
        #expect(PhoneReading(query: query, as: .gpsLogger).refusals == ["missing_identity:0"])
        let named = PhoneRequest(query: query + "&aid=p", userName: "jane")
        #expect(PhoneReading(named, as: .gpsLogger).records.first?.member == nil)
        #expect(PhoneReading(query: "", as: .gpsLogger).report.failure != nil)
        #expect(PhoneReading(query: "a=b", as: .gpsLogger).refusals == ["missing_coordinate:0"])
    }
}
