import Foundation
import HTTPTypes
import Testing
import TrackingEngine
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Tracking options over HTTP")
struct TrackingOptionsEndpointsTests {
    private static let path = "/v1/tracking-options"

    @Test("A preset is set, shown as phones get it, and removed")
    func preset() async throws {
        let bench = try ServiceBench()
        let path = Self.path + "/android/live/on"
        try await bench.call(.get, path, 404)
        let set = try await bench.call(.put, path, 200, #"{"preset":"responsive"}"#)
        #expect(set["preset"]?.text == "responsive")
        #expect(set["options"]?["desiredMovingUpdateInterval"]?.number == 150)
        #expect(set["updated_at"]?.text == ServiceBench.now.iso8601)
        #expect(try await bench.call(.get, path) == set)
        try await bench.call(.delete, path, 204)
        try await bench.call(.delete, path, 404)
        try await bench.call(.get, path, 404)
    }

    @Test("All eight kinds of phones are listed, with the warnings of their options")
    func list() async throws {
        let bench = try ServiceBench()
        try await bench.call(.put, Self.path + "/ios/test/off", 200, #"{"preset":null,"useMotion":true}"#)
        let slots = try #require(try await bench.call(.get, Self.path, as: .read)["tracking_options"]?.list)
        let names = slots.map { "\($0["os"]?.text ?? "") \($0["environment"]?.text ?? "") \($0["trip"]?.text ?? "")" }
        #expect(
            names == [
                "ios live off", "ios live on", "ios test off", "ios test on", "android live off", "android live on",
                "android test off", "android test on",
            ]
        )
        for (index, slot) in slots.enumerated() where index != 2 {
            #expect(
                slot["options"] == .null && slot["updated_at"] == .null && slot["warnings"] == .list([]),
                "\(index)"
            )
        }
        let warnings = try #require(slots[2]["warnings"]?.list)
        #expect(warnings.contains { $0["code"]?.text == "unsupported_key" && $0["option"]?.text == "useMotion" })
        #expect(warnings.contains { $0["code"]?.text == "missing_key" && $0["option"]?.text == "sync" })
    }

    @Test("A document is returned as it was given, with the order and the spelling of its keys")
    func asGiven() async throws {
        let bench = try ServiceBench()
        let document = "{\n  \"sync\": 2, \"beacons\":false,\n  \"desiredAccuracy\" : \"high\"\n}"
        let answer = try await bench.send(.put, Self.path + "/android/live/off", document)
        #expect(answer.status == 200)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(text.hasPrefix("{\"options\":\(document),\"environment\":\"live\""), "\(text)")
    }

    @Test(
        "What can't be used is refused with the key to blame, and changes nothing",
        arguments: [
            ("ios", #"{"sync":"some"}"#, "sync"), ("ios", #"{"desiredAccuracy":2}"#, "desiredAccuracy"),
            ("android", #"{"foregroundService":{"importance":9}}"#, "foregroundService.importance"),
            ("ios", #"{"preset":"fast"}"#, "preset"), ("ios", #"{"sync":"all","sync":"none"}"#, "sync"),
            ("ios", "[]", nil), ("ios", "", nil), ("ios", #"{"sync":"#, nil),
        ]
    )
    func refusals(os: String, body: String, field: String?) async throws {
        let bench = try ServiceBench()
        let path = Self.path + "/\(os)/live/off"
        try await bench.call(.put, path, 200, #"{"preset":"efficient"}"#)
        let problem = try await bench.call(.put, path, 400, body)
        #expect(problem["field"]?.text == field)
        #expect(problem["type"]?.text == "about:blank#invalid_request")
        #expect(try await bench.call(.get, path)["preset"]?.text == "efficient")
    }

    @Test(
        "Options within another member are refused with its name and what is expected, and change nothing",
        arguments: [
            #"{"document":{"preset":"responsive"}}"#, #"{"document":"{\"sync\":\"all\"}","preset":"responsive"}"#,
        ],
        Platform.allCases
    )
    func envelope(body: String, platform: Platform) async throws {
        let bench = try ServiceBench()
        let path = Self.path + "/\(platform.rawValue)/live/off"
        let set = try await bench.call(.put, path, 200, #"{"preset":"efficient"}"#)
        let problem = try await bench.call(.put, path, 400, body)
        #expect(problem["field"]?.text == "document")
        #expect(problem["type"]?.text == "about:blank#unknown_field")
        let detail = try #require(problem["detail"]?.text)
        #expect(detail.hasPrefix("`document` is not a field of this request; expected "), "\(detail)")
        #expect(detail.contains("desiredMovingUpdateInterval") && detail.contains("preset"), "\(detail)")
        #expect(try await bench.call(.get, path) == set)
    }

    @Test(
        "An invalid part of the path is reported",
        arguments: [("windows/live/off", "os"), ("ios/staging/off", "environment"), ("ios/live/maybe", "trip")]
    )
    func wrongPath(path: String, field: String) async throws {
        let bench = try ServiceBench()
        for method in [HTTPRequest.Method.get, .put, .delete] {
            let body = method == .put ? #"{"preset":"efficient"}"# : nil
            let problem = try await bench.call(method, Self.path + "/" + path, 400, body)
            #expect(problem["field"]?.text == field)
        }
    }

    @Test("A body and a document beyond their size limits are refused")
    func lengths() async throws {
        let bench = try ServiceBench()
        let path = Self.path + "/ios/live/off"
        let spaces = String(repeating: " ", count: 65 << 10)
        try await bench.call(.put, path, 413, spaces)
        let long = String(repeating: "a", count: CheckedTrackingOptions.longestDocument)
        try await bench.call(.put, path, 400, "{\"x\":\"\(long)\"}")
    }

    @Test("A damaged stored document is reported, and can be replaced and removed")
    func damaged() async throws {
        let bench = try ServiceBench()
        let path = Self.path + "/ios/live/off"
        try bench.store.trackingOptions.set(
            StoredTrackingOptions(.ios, .live, isOnTrip: false, .document("{\"sync\":"), updatedAt: ServiceBench.now)
        )
        let slot = try await bench.call(.get, path)
        #expect(slot["options"] == .null)
        #expect(slot["problem"]?.text?.contains("not JSON") == true)
        try await bench.call(.delete, path, 204)
        try await bench.call(.get, path, 404)
    }
}
