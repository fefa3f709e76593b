import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The parameters of a query")
struct QueryTests {
    @Test(
        "A `+` is a blank in text, and a plus where a blank is not possible",
        arguments: [
            ("q=LA+Fitness", "LA Fitness", "LA+Fitness"), ("q=LA%20Fitness", "LA Fitness", "LA Fitness"),
            ("q=C%2B%2B", "C++", "C++"), ("q=a%2bb+c", "a+b c", "a+b+c"), ("a=1&q=x&q=y", "x", "x"),
            ("q=", nil, nil), ("q", nil, nil), ("", nil, nil), ("%71=a", "a", "a"), ("q=100%", "100%", "100%"),
            ("q=a=b", "a=b", "a=b"), ("q=%FF+", "%FF ", "%FF+"),
        ]
    )
    func plus(query: String, text: String?, word: String?) {
        let fields = QueryFields(query)
        #expect(fields.value("q", .blank) == text)
        #expect(fields.value("q", .plus) == word)
    }

    @Test("All values of a repeated parameter are read, in order")
    func repeated() {
        let fields = QueryFields("map=a+b=c&x=1&map=&map=d%2Be")
        #expect(fields.values("map", .blank) == ["a b=c", "d+e"])
    }

    private static func scene() throws -> (ServiceScene, AccessToken) {
        let scene = try ServiceScene(places: 1)
        try scene.addFacility("fit", name: "LA Fitness")
        try scene.addFacility("plus", name: "Gym+Pool")
        try scene.addFacility("a+b", name: "A B", east: 5_000)
        for member in ["ann+gym@example.com", "bob smith", "+49151234567"] {
            _ = try scene.store.members.replace(
                Member(id: MemberID(member), facilities: [FacilityID("fit")]),
                timeZone: nil
            )
        }
        return (scene, try scene.token(.read))
    }

    @Test(
        "A search finds the name that a browser sends, over HTTP and on the pages",
        arguments: [
            ("LA+Fitness", ["fit"]), ("LA%20Fitness", ["fit"]), ("Gym%2BPool", ["plus"]), ("Gym+Pool", []),
            ("fitness", ["fit"]),
        ]
    )
    func search(text: String, expected: [String]) async throws {
        let (scene, token) = try Self.scene()
        let answer = try await scene.ask(.get, "/v1/facilities?q=\(text)", token)
        let found = try #require(try answer.part("facilities") as? [[String: Any]])
        #expect(found.compactMap { $0["facility_id"] as? String } == expected)
        let browser = try await DashboardBench(scene, as: .read)
        let page = try await browser.open("/facilities?q=\(text)").text
        for id in ["fit", "plus"] { #expect(page.contains("/facilities/\(id)\"") == expected.contains(id), "\(id)") }
    }

    @Test(
        "A time is understood with the plus of its offset encoded or not",
        arguments: [
            "2024-03-11T13:00:00+01:00", "2024-03-11T13:00:00%2B01:00", "2024-03-11T13:00:00%2B0100",
            "2024-03-11+13:00:00%2B01:00", "2024-03-11+13:00:00+01:00", "2024-03-11T12:00:00Z", "1710158400",
            "2024-03-11T12:00:00.000+00:00",
        ]
    )
    func times(text: String) async throws {
        let (scene, token) = try Self.scene()
        try await scene.post(device: "phone", member: "ann", minutes: 30)
        let from = try await scene.ask(.get, "/v1/devices/phone/fixes?since=\(text)", token)
        #expect(from.status == 200, "\(from.text)")
        #expect((try from.part("fixes") as? [Any])?.count == 1)
        let to = try await scene.ask(.get, "/v1/devices/phone/fixes?until=\(text)", token)
        #expect((try to.part("fixes") as? [Any])?.count == 29)
    }

    @Test("A time without an offset is still refused", arguments: ["2024-03-11+13:00", "2024-03-11+13:00:00"])
    func noOffset(text: String) async throws {
        let (scene, token) = try Self.scene()
        let answer = try await scene.ask(.get, "/v1/events?since=\(text)", token)
        #expect(answer.status == 400)
        #expect(try answer.part("field") as? String == "since")
    }

    @Test(
        "Of the two readings of an id with a `+`, the one that exists is used",
        arguments: [
            ("ann+gym@example.com", true), ("ann%2Bgym@example.com", true), ("bob+smith", true), ("bob%20smith", true),
            ("+49151234567", true), ("%2B49151234567", true), ("ann%20gym@example.com", false), ("bob%2Bsmith", false),
        ]
    )
    func identifiers(text: String, exists: Bool) async throws {
        let (scene, token) = try Self.scene()
        let answer = try await scene.ask(.get, "/v1/facilities?member=\(text)", token)
        #expect((try answer.part("facilities") as? [Any])?.count == (exists ? 1 : 0), "\(answer.text)")
        let browser = try await DashboardBench(scene, as: .read)
        let page = try await browser.open("/members?member=\(text)")
        #expect(try await browser.open(#require(page.location)).status == (exists ? 200 : 404))
    }

    @Test(
        "Numbers, zones and words keep a plus that was sent unencoded",
        arguments: [
            "/v1/facilities/near?lat=+45.0&lon=-93&limit=+1", "/v1/facilities/near?lat=%2B45.0&lon=-93&limit=1",
            "/v1/visits?facility=a+b", "/v1/events?facility=a+b",
        ]
    )
    func words(path: String) async throws {
        let (scene, token) = try Self.scene()
        let answer = try await scene.ask(.get, path, token)
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test("A time zone such as Etc/GMT+5 is understood unencoded")
    func zone() async throws {
        let scene = try ServiceScene(places: 1)
        let answer = try await scene.ask(
            .post,
            "/v1/facilities/import?time_zone=Etc/GMT+5&map=name=Full+name",
            scene.token(.admin),
            body: Array("facility_id,Full name,latitude,longitude\nx,X,45,-93\n".utf8),
            headers: ["Content-Type": "text/csv"]
        )
        #expect(answer.status == 200, "\(answer.text)")
        let facility = try #require(try scene.store.facilities.find(FacilityID("x"))).facility
        #expect(try scene.store.settings.defaultTimeZone()?.identifier == "Etc/GMT+5")
        #expect(facility.name == "X")
    }
}
