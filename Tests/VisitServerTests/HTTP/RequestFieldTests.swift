import Foundation
import HTTPTypes
import RadarEngine
import LongTests
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("The fields of a request")
struct RequestFieldTests {
    /// A valid body for each endpoint with a JSON document.
    private static let bodies = [
        "PUT /v1/facilities/{facility}": """
        {"name":"New","address":"1 Broad St","city":"Philadelphia","state":"PA","postal_code":"19107",\
        "country":"US","latitude":39.95,"longitude":-75.16,"radius_m":100,"dwell_seconds":900,\
        "time_zone":"America/New_York","stays":"long","part_of":"FIT-0001"}
        """,
        "PUT /v1/members/{member}": """
        {"facilities":["FIT-0001"],"time_zone":"America/New_York","name":"Ann","group":"Acme","group_from":"2024-03-01"}
        """,
        "POST /v1/devices/{device}/permission": #"{"location":"denied"}"#,
        "POST /v1/visits/{visit}/review": #"{"decision":"declined","note":"no"}"#,
        "POST /v1/visits": """
        {"member":"M-1001","facility":"FIT-0001","entered_at":"2024-02-01T10:00","exited_at":"2024-02-01T12:00",\
        "note":"no phone","overlap":"keep"}
        """,
        "POST /v1/visits/{visit}/move": #"{"facility":"FIT-0001","note":"next door","overlap":"decline"}"#,
        "POST /v1/months/{month}/close": #"{"visits":0}"#,
        "POST /v1/payouts": """
        {"from":"2024-03","rule":{"days":8,"unit":"day","each":"6.25","most":"50","currency":"USD"}}
        """,
        "POST /v1/webhooks": """
        {"url":"https://partner.example.com/v","id":"e2","events":["visit.*"],"facilities":null,\
        "includes_location":false,"format":"standard","algorithm":"hmac"}
        """,
        "PATCH /v1/webhooks/{endpoint}": #"{"enabled":false,"events":["visit.exited"],"facilities":null}"#,
        "POST /v1/webhooks/{endpoint}/rotate-secret": #"{"overlap_hours":1,"algorithm":"hmac","force":true}"#,
        "POST /v1/deliveries/replay": #"{"endpoint":"e1","since":"2024-01-01T00:00:00Z","states":["delivered"]}"#,
        "POST /v1/tokens": #"{"role":"ingest","note":"Ann","device":"ios-1","expires_in_days":30}"#,
        "PUT /v1/tracking-options/{os}/{environment}/{trip}": #"{"preset":"efficient"}"#,
    ]

    /// A bench with a phone, a visit and an endpoint, and a function that fills in the path of an endpoint.
    private static func bench() async throws -> (ServiceBench, @Sendable (Endpoint) -> String) {
        let bench = try ServiceBench(tracks: ["M-1001.csv"], webhooks: StubSender(status: 200))
        try await bench.call(.post, "/v1/webhooks", 201, #"{"url":"https://partner.example.com/v","id":"e1"}"#)
        let visit = try #require(try bench.store.visits.all().first).id.text
        let samples = [
            "{device}": "android-1001", "{member}": "M-1001", "{facility}": "FIT-0138", "{visit}": visit,
            "{endpoint}": "e1", "{month}": "2024-01", "{os}": "android", "{environment}": "test", "{trip}": "on",
            "{key}": "1",
            "{token}": "abcdefgh", "{message}": "msg_1",
        ]
        return (bench, { endpoint in samples.reduce(endpoint.path) { $0.replacing($1.key, with: $1.value) } })
    }

    private static func dump(_ bench: ServiceBench) throws -> [String] {
        var lines: [String] = []
        try bench.store.logicalDump { lines.append($0) }
        lines += try bench.store.endpoints.all().map { "\($0)" } + bench.store.accessTokens.all().map(\.id.text)
        return lines
    }

    private static func name(_ endpoint: Endpoint) -> String { "\(endpoint.method.rawValue) \(endpoint.path)" }

    @Test("An unknown field of any body of the API is refused by its name, and nothing is written")
    func unknown() async throws {
        let (bench, path) = try await Self.bench()
        var known = Set(Self.bodies.keys)
        for endpoint in bench.service.endpoints where endpoint.part == .api && endpoint.method != .get {
            let body: String
            switch endpoint.body {
            case .document, .trackingOptions:
                known.remove(Self.name(endpoint))
                body = try #require(Self.bodies[Self.name(endpoint)], "\(Self.name(endpoint)) has no valid body here")
            case .none: body = "{}"
            case .file, .records, .form: continue
            }
            let before = try Self.dump(bench)
            let open = String(body.dropLast())
            let wrong = "\(open)\(body == "{}" ? "" : ",")\"surplus\":{\"a\":[1]}}"
            let problem = try await bench.call(endpoint.method, path(endpoint), 400, wrong)
            #expect(problem["field"]?.text == "surplus", "\(Self.name(endpoint))")
            #expect(problem["type"]?.text == "about:blank#unknown_field", "\(Self.name(endpoint))")
            #expect(try Self.dump(bench) == before, "\(Self.name(endpoint))")
        }
        #expect(known.isEmpty)
    }

    @Test(
        "A field that is there twice, or holds another kind of value, is refused with what is expected",
        arguments: [
            (#"{"role":"read","role":"admin"}"#, "role", "`role` is in the body twice; give it once"),
            (#"{"role":"read","ro\u006ce":"admin"}"#, "role", "`role` is in the body twice; give it once"),
            (#"{"role":"root"}"#, "role", "`role` is `root`, expected one of admin, read, ingest"),
            (#"{"role":5}"#, "role", "`role` has an unexpected value, expected a string"),
            (
                #"{"role":"read","expires_in_days":"5"}"#, "expires_in_days",
                "`expires_in_days` has an unexpected value, expected a whole number"
            ),
        ]
    )
    func values(body: String, field: String, detail: String) async throws {
        let (bench, _) = try await Self.bench()
        let problem = try await bench.call(.post, "/v1/tokens", 400, body)
        #expect(problem["field"]?.text == field)
        #expect(problem["detail"]?.text == detail)
    }

    @Test("The bodies without the unknown field are accepted", .long)
    func valid() async throws {
        for name in Self.bodies.keys {
            let (bench, path) = try await Self.bench()
            let endpoint = try #require(bench.service.endpoints.first { Self.name($0) == name })
            let answer = try await bench.send(endpoint.method, path(endpoint), Self.bodies[name])
            #expect((200...299).contains(answer.status), "\(name): \(String(decoding: answer.bytes, as: UTF8.self))")
        }
    }

    @Test("A typo in any field names it and the field that was probably meant")
    func typos() async throws {
        let (bench, path) = try await Self.bench()
        for endpoint in bench.service.endpoints {
            guard case .document(let type) = endpoint.body else { continue }
            for member in type.members {
                let typo = String(member.dropLast())
                let problem = try await bench.call(endpoint.method, path(endpoint), 400, #"{"\#(typo)":null}"#)
                #expect(problem["field"]?.text == typo)
                #expect(problem["detail"]?.text?.contains("did you mean `\(member)`?") == true, "\(problem)")
            }
        }
    }

    @Test(
        "The words of a field lead to its name",
        arguments: [
            (#"{"name":"New","latitude":40,"longitude":-75,"radius":200}"#, "radius", "radius_m"),
            (#"{"name":"New","latitude":40,"longitude":-75,"radiusMeters":200}"#, "radiusMeters", "radius_m"),
            (#"{"name":"New","lat":40,"longitude":-75}"#, "lat", "latitude"),
            (#"{"name":"New","latitude":40,"longitude":-75,"dwell":10}"#, "dwell", "dwell_seconds"),
            (#"{"name":"New","latitude":40,"longitude":-75,"timeZone":"UTC"}"#, "timeZone", "time_zone"),
            (
                #"{"name":"New","boundary":{"type":"Polygon","coordinate":[]}}"#, "boundary.coordinate",
                "boundary.coordinates"
            ),
            (
                #"{"name":"New","boundary":{"type":"Polygon","coordinates":[],"crs":{}}}"#, "boundary.crs",
                "boundary.type, boundary.coordinates"
            ),
        ]
    )
    func facility(body: String, field: String, expected: String) async throws {
        let (bench, _) = try await Self.bench()
        let problem = try await bench.call(.put, "/v1/facilities/typo", 400, body)
        #expect(problem["field"]?.text == field)
        #expect(problem["detail"]?.text?.contains(expected) == true, "\(problem)")
        #expect(try bench.store.facilities.find(FacilityID("typo")) == nil)
    }

    @Test("A boundary may have the bounding box of its format")
    func boundingBox() async throws {
        let (bench, _) = try await Self.bench()
        let ring = "[[-75,40],[-74.99,40],[-74.99,40.01],[-75,40.01],[-75,40]]"
        let body = #"{"name":"B","boundary":{"type":"Polygon","coordinates":[\#(ring)],"bbox":[-75,40,-74.99,40.01]}}"#
        try await bench.call(.put, "/v1/facilities/box", 201, body)
    }

    @Test("A misspelt tracking option is refused, one of another system or of a newer SDK is not")
    func trackingOptions() async throws {
        let (bench, _) = try await Self.bench()
        let path = "/v1/tracking-options/android/live/off"
        let problem = try await bench.call(.put, path, 400, #"{"preset":"efficient","stopDurration":5}"#)
        #expect(problem["field"]?.text == "stopDurration")
        #expect(problem["detail"]?.text?.contains("did you mean `stopDuration`?") == true, "\(problem)")
        let nested = #"{"preset":"efficient","foregroundService":{"titel":"x"}}"#
        #expect(try await bench.call(.put, path, 400, nested)["field"]?.text == "foregroundService.titel")
        try await bench.call(.get, path, 404)
        let others = #"{"preset":"efficient","useVisits":true,"useMotion":true}"#
        let set = try await bench.call(.put, path, 200, others)
        let warned = set["warnings"]?.list?.compactMap { $0["option"]?.text } ?? []
        #expect(Set(["useVisits", "useMotion"]).isSubset(of: warned))
    }

    @Test("Phones may send what they like")
    func phones() async throws {
        let scene = try ServiceScene(places: 1)
        let token = try scene.token(.ingest)
        let time = scene.now.iso8601
        for (path, body) in [
            ("/v1/fixes", #"{"device":"x","member":"m","time":"\#(time)","lat":45,"lon":-93,"surplus":{"a":1}}"#),
            (
                "/v1/phones/owntracks",
                #"{"_type":"location","tid":"x","tst":1710158400,"lat":45,"lon":-93,"surplus":1}"#
            ),
        ] {
            let answer = try await scene.ask(
                .post,
                path,
                token,
                json: body,
                headers: ["X-Limit-U": "m", "X-Limit-D": "x"]
            )
            #expect(answer.status == 200, "\(path): \(answer.text)")
        }
        #expect(try scene.store.quarantine.count() == 0)
    }

    @Test("Every form refuses a field that its page does not have, and names it")
    func forms() async throws {
        let scene = try ServiceScene(webhooks: StubSender(status: 200))
        let browser = try await DashboardBench(scene, as: .admin)
        for endpoint in scene.service.endpoints {
            guard case .form(let fields) = endpoint.body else { continue }
            let path = endpoint.path.replacing("{endpoint}", with: "e1").replacing("{device}", with: "phone")
                .replacing("{member}", with: "ann").replacing("{key}", with: "1").replacing("{token}", with: "abcdefgh")
            let page = endpoint.path == "/sign-in" ? "/sign-in" : "/"
            let answer = try await browser.send(path, ["surplus": "1"], from: page)
            #expect(answer.status == 400, "\(path): \(answer.status)")
            #expect(answer.text.contains("surplus"), "\(path)")
            for field in fields {
                let typo = String(field.dropLast())
                let answer = try await browser.send(path, [typo: "1"], from: page)
                #expect(answer.status == 400 && answer.text.contains(typo), "\(path): \(typo)")
            }
        }
    }

    @Test("Every field of every form in the templates is one that its endpoint declares")
    func templates() throws {
        let endpoints = try ServiceScene().service.endpoints
        var found = 0
        for name in PageTemplates.names {
            let template = String(decoding: PageTemplates.source(name), as: UTF8.self)
            for form in template.matches(of: /<form[^>]*method="post"[^>]*action="([^"]*)"[\s\S]*?<\/form>/) {
                let fields = endpoints.compactMap { endpoint -> [String]? in
                    guard case .form(let fields) = endpoint.body else { return nil }
                    return Self.leads(String(form.1), to: endpoint.path) ? fields : nil
                }
                found += 1
                #expect(!fields.isEmpty, "\(name): \(form.1)")
                for field in form.0.matches(of: /name="([a-z_]+)"(?! type="file")/) {
                    #expect(fields.contains { $0.contains(String(field.1)) }, "\(name): \(form.1) has \(field.1)")
                }
            }
        }
        #expect(found > 15)
    }

    /// Whether a form's address, such as `{{.address}}/test`, may be that of a path.
    private static func leads(_ action: String, to path: String) -> Bool {
        guard action.hasPrefix("{{") else {
            return action.replacing(/{{[^}]+}}/, with: "{}") == path.replacing(/{[^}]+}/, with: "{}")
        }
        let known = [
            "{{page.address}}": "/members/{member}/erase", "{{page.rebootAddress}}": "/devices/{device}/reboot",
            "{{page.updateAddress}}": "/devices/{device}/app-update",
        ]
        if let wanted = known[action] { return wanted == path }
        return path.split(separator: "}").last == action.split(separator: "}").last
    }

    @Test("The OpenAPI document has the same fields, and allows no others")
    func documented() async throws {
        let check = try OpenAPICheck()
        for endpoint in try ServiceBench().service.endpoints {
            guard case .document(let type) = endpoint.body else { continue }
            let operation = try #require(check.operations[Self.name(endpoint)])
            let schema = try #require(operation["requestBody"]?["content"]?["application/json"]?["schema"])
            Self.compare(schema, type, check, Self.name(endpoint))
        }
    }

    @Test("The OpenAPI document has the tracking options of both systems, and allows no others")
    func documentedTrackingOptions() throws {
        let check = try OpenAPICheck()
        let schema = try #require(check.document["components"]?["schemas"]?["TrackingOptionsBody"])
        #expect(schema["additionalProperties"]?.flag == false)
        let service = schema["properties"]?["foregroundService"]
        #expect(service?["additionalProperties"]?.flag == false)
        let nested = (service?["properties"]?.object ?? [:]).keys.map { "foregroundService.\($0)" }
        let documented = Set((schema["properties"]?.object ?? [:]).keys).union(nested)
        let known = Set(Platform.allCases.flatMap { RadarTrackingOptions.keys(on: $0) })
        #expect(known.subtracting(documented) == [])
        // Options of newer SDKs are accepted too.
        for key in documented.subtracting(known) where !key.contains(".") {
            let text = #"{"preset":"efficient","\#(key)":1}"#
            #expect(try CheckedTrackingOptions(document: text, on: .ios).unknownKeys == [], "\(key)")
        }
    }

    private static func compare(
        _ schema: JSONTree,
        _ type: any RequestDocument.Type,
        _ check: OpenAPICheck,
        _ name: String
    ) {
        let resolved = schema["$ref"]?.text.flatMap { SchemaCheck(document: check.document).resolve($0) } ?? schema
        let choices = resolved["oneOf"]?.list ?? []
        guard choices.isEmpty else { return compare(choices[0], type, check, name) }
        #expect(resolved["additionalProperties"]?.flag == false, "\(name)")
        let properties = resolved["properties"]?.object ?? [:]
        #expect(Set(properties.keys) == Set(type.members + type.ignoredMembers), "\(name)")
        for (member, part) in type.parts {
            compare(properties[member] ?? .null, part, check, "\(name): \(member)")
        }
    }
}
