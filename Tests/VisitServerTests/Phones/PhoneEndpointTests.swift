import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("What phones send over HTTP")
struct PhoneEndpointTests {
    private static func fix(_ minute: Int, _ east: Double = 0) throws -> String {
        let place = try ServiceScene.coordinate(east: east)
        let time = ServiceScene.start.advanced(bySeconds: Double(minute - 600) * 60).iso8601
        return #"{"time":"\#(time)","lat":\#(place.latitude),"lon":\#(place.longitude),"accuracy":10}"#
    }

    private static func visit() throws -> String {
        let fixes = try (0...60).map { try fix($0, (10...40).contains($0) ? 5 : -500) }
        return #"{"device":"phone","fixes":[\#(fixes.joined(separator: ","))]}"#
    }

    @Test("A visit in the own format is stored when it is answered")
    func ownFormat() async throws {
        let scene = try ServiceScene()
        let answer = try await scene.ask(.post, "/v1/fixes", try scene.token(.ingest), json: Self.visit())
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try answer.part("accepted") as? Int == 61)
        let visits = try scene.store.visits.all(matching: VisitFilter())
        #expect(visits.map(\.facility.text) == ["p0"])
        #expect(visits.map(\.verdict) == [.counted])
    }

    @Test("The same again is a repeat, packed or not")
    func packed() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest)
        _ = try await scene.ask(.post, "/v1/fixes", token, json: Self.visit())
        let again = try await scene.ask(
            .post,
            "/v1/fixes",
            token,
            body: try Gzip.pack(Array(Self.visit().utf8)),
            headers: ["Content-Encoding": "gzip", "Content-Type": "application/json"]
        )
        #expect(again.status == 200)
        #expect(try again.part("repeated") as? Int == 61)
        #expect(try again.part("accepted") as? Int == 0)
    }

    @Test("A bound token is valid only for its own phone, whatever the records contain")
    func bound() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest, member: "ann", device: "anns-phone")
        let answer = try await scene.ask(.post, "/v1/fixes", token, json: Self.visit())
        #expect(answer.status == 200)
        #expect(try scene.store.devices.all().map(\.device.id.text) == ["anns-phone"])
        #expect(try scene.store.devices.all().map(\.device.member.text) == ["ann"])
    }

    @Test("A malformed record gets a 2xx and is quarantined, and its neighbours are stored")
    func poison() async throws {
        let scene = try ServiceScene()
        let good = try (Self.fix(1), Self.fix(2))
        let answer = try await scene.ask(
            .post,
            "/v1/phones/transistor",
            try scene.token(.ingest, member: "ann", device: "phone"),
            json: #"""
                {"location":[
                  {"uuid":"a","timestamp":"2024-03-11T02:01:00.000Z","coords":{"latitude":45,"longitude":-93,"accuracy":10}},
                  {"uuid":"b","timestamp":"2024-03-11T02:02:00.000Z","coords":{"latitude":145,"longitude":-93,"accuracy":10}},
                  {"uuid":"c","timestamp":"2024-03-11T02:03:00.000Z","coords":{"latitude":45,"longitude":-93,"accuracy":10}}]}
                """#
        )
        #expect(!good.0.isEmpty && !good.1.isEmpty)
        #expect(answer.status == 200)
        let kept = try scene.store.quarantine.all()
        #expect(kept.count == 1)
        #expect(kept.first.map { String(decoding: $0.record, as: UTF8.self).contains(#""uuid":"b""#) } == true)
        #expect(try scene.store.devices.find(DeviceID("phone"))?.fixCount == 2)
        #expect(answer.text.contains("addGeofences"), "the fences come back: \(answer.text)")
    }

    @Test("Fixes of a clock of 1970 and of one in the future are quarantined")
    func clocks() async throws {
        let scene = try ServiceScene()
        let answer = try await scene.ask(
            .post,
            "/v1/fixes",
            try scene.token(.ingest),
            json: """
                {"device":"phone","fixes":[{"time":"1970-01-01T00:00:10Z","lat":45,"lon":-93},
                {"time":"2030-01-01T00:00:00Z","lat":45,"lon":-93}]}
                """
        )
        #expect(answer.status == 200)
        #expect(try answer.part("quarantined") as? Int == 2)
        #expect(Set(try scene.store.quarantine.all().map(\.code)) == ["clock_too_early", "clock_in_future"])
    }

    @Test(
        "Each app gets a response in its own format",
        arguments: [
            (
                "/v1/phones/owntracks", #"{"_type":"location","lat":45,"lon":-93,"tst":1710151200,"tid":"aa","acc":9}"#,
                "application/json"
            ),
            ("/v1/phones/traccar", "id=7&lat=45&lon=-93&timestamp=1710151200", "application/x-www-form-urlencoded"),
            (
                "/v1/phones/overland",
                #"""
                {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},
                "properties":{"timestamp":"2024-03-11T10:00:00Z","device_id":"o","horizontal_accuracy":9}}]}
                """#, "application/json"
            ),
            (
                "/v1/track",
                #"{"deviceId":"r","userId":"u","latitude":45,"longitude":-93,"accuracy":9,"locationMs":1710151200000}"#,
                "application/json"
            ),
        ]
    )
    func apps(path: String, body: String, type: String) async throws {
        let scene = try ServiceScene()
        let answer = try await scene.ask(
            .post,
            path,
            try scene.token(.ingest),
            body: Array(body.utf8),
            headers: ["Content-Type": type, "X-Limit-U": "ann", "X-Limit-D": "phone"]
        )
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try scene.store.devices.all().map(\.fixCount) == [1])
        switch path {
        case "/v1/phones/owntracks": #expect(answer.text.hasPrefix("["))
        case "/v1/phones/traccar": #expect(answer.bytes.isEmpty)
        case "/v1/phones/overland": #expect(try answer.part("result") as? String == "ok")
        default: #expect(try answer.part("meta.code") as? Int == 200)
        }
    }

    @Test("GPSLogger's GET is accepted, with the token in the query")
    func query() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest, member: "ann", device: "logger")
        let answer = try await scene.ask(
            .get,
            "/v1/phones/gpslogger?lat=45&longitude=-93&time=2024-03-11T10:00:00Z&s=0.0&acc=8&token=\(token.text)"
        )
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try scene.store.devices.find(DeviceID("logger"))?.fixCount == 1)
    }
}

/// Packs as a phone would, for tests.
enum Gzip {
    static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
        let input = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: input) }
        try Data(bytes).write(to: input)
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-c", input.path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let packed = output.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        return Array(packed)
    }
}
