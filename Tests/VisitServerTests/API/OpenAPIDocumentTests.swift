import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
    @Test("It has the endpoints of the service, with who may use each")
    func endpoints() throws {
        let operations = try OpenAPICheck().operations
        let endpoints = Dictionary(
            uniqueKeysWithValues: try ServiceBench().service.endpoints.filter { $0.part == .api }.map {
                ("\($0.method.rawValue) \($0.path)", $0.permission.rawValue)
            }
        )
        #expect(Set(operations.keys).subtracting(endpoints.keys).sorted() == [])
        #expect(Set(endpoints.keys).subtracting(operations.keys).sorted() == [])
        for (name, operation) in operations {
            #expect(operation["x-permission"]?.text == endpoints[name], "\(name)")
        }
    }

    @Test("Every part of a path is a parameter, every name is its own, every reference leads somewhere")
    func sound() throws {
        let check = try OpenAPICheck()
        var names: [String] = []
        for (name, operation) in check.operations {
            names.append(try #require(operation["operationId"]?.text))
            let braces = name.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
            let parameters = (operation["parameters"]?.list ?? []).filter { $0["in"]?.text == "path" }
            #expect(Set(braces.map(String.init)) == Set(parameters.compactMap { $0["name"]?.text }), "\(name)")
        }
        #expect(names.count == Set(names).count)
        #expect(unresolved(check.document, SchemaCheck(document: check.document)) == [])
    }

    private func unresolved(_ tree: JSONTree, _ check: SchemaCheck) -> [String] {
        switch tree {
        case .object(let members):
            let reference = members["$ref"]?.text.map { check.resolve($0) == nil ? [$0] : [] } ?? []
            return reference + members.values.flatMap { unresolved($0, check) }
        case .list(let elements): return elements.flatMap { unresolved($0, check) }
        case .null, .flag, .number, .text: return []
        }
    }

    @Test("Every example is what its schema says")
    func examples() throws {
        let check = try OpenAPICheck()
        var count = 0
        func visit(_ tree: JSONTree, _ place: String) {
            if let example = tree["example"] {
                count += 1
                let schema = tree["schema"] ?? tree
                #expect(SchemaCheck(document: check.document).faults(example, schema) == [], "\(place)")
            }
            for (key, value) in tree.object ?? [:] { visit(value, "\(place).\(key)") }
            for (index, value) in (tree.list ?? []).enumerated() { visit(value, "\(place)[\(index)]") }
        }
        visit(check.document, "$")
        #expect(count >= 10)
    }

    @Test("The example bodies are accepted")
    func bodies() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        let check = try OpenAPICheck()
        for (path, schema, method) in [
            ("/v1/facilities/new", "FacilityPut", HTTPRequest.Method.put), ("/v1/members/new", "MemberPut", .put),
            ("/v1/webhooks", "WebhookBody", .post), ("/v1/tokens", "TokenBody", .post),
            ("/v1/deliveries/replay", "Replay", .post),
            ("/v1/tracking-options/ios/live/off", "TrackingOptionsBody", .put),
        ] {
            let example = try #require(check.document["components"]?["schemas"]?[schema]?["example"])
            let answer = try await bench.send(method, path, Self.text(example))
            #expect((200...299).contains(answer.status), "\(path): \(String(decoding: answer.bytes, as: UTF8.self))")
        }
    }

    /// JSON as text again.
    private static func text(_ tree: JSONTree) -> String {
        switch tree {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\"\($0.key)\":\(text($0.value))" }.joined(separator: ","))}"
        }
    }

    @Test("Every address that is read answers as documented", .long)
    func reading() async throws {
        let bench = try ServiceBench(tracks: ["M-1001.csv"], webhooks: StubSender(status: 200))
        let made = try await bench.call(
            .post,
            "/v1/webhooks",
            201,
            #"{"url":"https://partner.example.com/v","id":"e1"}"#
        )
        #expect(made["secret"]?.text?.hasPrefix("whsec_") == true)
        let visit = try #require(try bench.store.visits.all().first)
        let queries = [
            "/v1/counts": "?month=2024-03&by=member,facility", "/v1/facilities/near": "?lat=39.9951&lon=-75.1663",
            "/v1/registrations": "?device=android-1001", "/v1/devices/{device}/fixes": "?limit=20",
        ]
        let samples = [
            "{device}": "android-1001", "{member}": "M-1001", "{facility}": "FIT-0138", "{visit}": visit.id.text,
            "{endpoint}": "e1", "{os}": "android", "{environment}": "test", "{trip}": "on", "{month}": "2024-03",
        ]
        try await bench.call(.put, "/v1/tracking-options/android/test/on", 200, #"{"preset":"continuous"}"#)
        let later: Set = [
            "/v1/deliveries/{message}", "/v1/quarantine/{key}", "/v1/events/stream", "/v1/phones/traccar",
            "/v1/phones/gpslogger",
        ]
        let endpoints = bench.service.endpoints.filter { $0.part == .api && $0.method == .get }
        for endpoint in endpoints where !later.contains(endpoint.path) {
            let path = samples.reduce(endpoint.path) { $0.replacing($1.key, with: $1.value) }
            try await bench.call(.get, path + (queries[endpoint.path] ?? ""))
        }
    }
}
