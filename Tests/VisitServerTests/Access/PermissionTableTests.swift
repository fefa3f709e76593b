import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// The permission table: a new endpoint without a row fails, and so does a row that differs from docs/api.md.
@Suite("Permissions")
struct PermissionTableTests {
    /// Method, path, and permitted roles; `nobody` means without a token, `device` a token bound to one phone.
    static let table = """
        GET /health | nobody read ingest device admin
        GET /metrics | read admin
        GET /ready | nobody read ingest device admin
        GET /v1/access-record | admin
        GET /v1/counts | read admin
        GET /v1/deliveries | read admin
        GET /v1/deliveries/{message} | read admin
        GET /v1/devices | read admin
        GET /v1/devices/{device} | read admin
        GET /v1/devices/{device}/fixes | read admin
        GET /v1/devices/{device}/geofences | read ingest device admin
        GET /v1/devices/{device}/registrations | read admin
        GET /v1/devices/{device}/track | read admin
        GET /v1/events | read admin
        GET /v1/events/stream | read admin
        GET /v1/facilities | read admin
        GET /v1/facilities/near | read admin
        GET /v1/facilities/{facility} | read admin
        GET /v1/members | read admin
        GET /v1/members/{member} | read admin
        GET /v1/members/{member}/facilities | read admin
        GET /v1/members/{member}/export | admin
        GET /v1/members/{member}/visits | read admin
        GET /v1/months | read admin
        GET /v1/openapi.json | nobody read ingest device admin
        GET /v1/payouts | read admin
        GET /v1/phones/gpslogger | ingest device admin
        GET /v1/phones/traccar | ingest device admin
        GET /v1/quarantine | read admin
        GET /v1/quarantine/{key} | read admin
        GET /v1/registrations | read admin
        GET /v1/reports/{month} | read admin
        GET /v1/tokens | admin
        GET /v1/tracking-options | read admin
        GET /v1/tracking-options/{os}/{environment}/{trip} | read admin
        GET /v1/visits | read admin
        GET /v1/visits/{visit} | read admin
        GET /v1/webhooks | read admin
        GET /v1/webhooks/{endpoint} | read admin
        POST /v1/deliveries/replay | admin
        POST /v1/devices/{device}/app-update | admin
        POST /v1/devices/{device}/permission | admin
        POST /v1/devices/{device}/reboot | admin
        POST /v1/facilities/import | admin
        POST /v1/fixes | ingest device admin
        POST /v1/members/import | admin
        POST /v1/months/{month}/close | admin
        POST /v1/payouts | admin
        POST /v1/phones/gpslogger | ingest device admin
        POST /v1/phones/overland | ingest device admin
        POST /v1/phones/owntracks | ingest device admin
        POST /v1/phones/traccar | ingest device admin
        POST /v1/phones/transistor | ingest device admin
        POST /v1/tokens | admin
        POST /v1/track | ingest device admin
        POST /v1/track/replay | ingest device admin
        POST /v1/visits | admin
        POST /v1/visits/{visit}/move | admin
        POST /v1/visits/{visit}/review | admin
        POST /v1/visits/{visit}/undo | admin
        POST /v1/webhooks | admin
        POST /v1/webhooks/{endpoint}/rotate-secret | admin
        POST /v1/webhooks/{endpoint}/test | admin
        PUT /v1/facilities/{facility} | admin
        PUT /v1/members/{member} | admin
        PUT /v1/members/{member}/facilities/{facility} | admin
        PUT /v1/tracking-options/{os}/{environment}/{trip} | admin
        PUT /v1/phones/gpslogger | ingest device admin
        PUT /v1/phones/transistor | ingest device admin
        PATCH /v1/phones/transistor | ingest device admin
        PATCH /v1/webhooks/{endpoint} | admin
        DELETE /v1/facilities/{facility} | admin
        DELETE /v1/members/{member} | admin
        DELETE /v1/members/{member}/facilities/{facility} | admin
        DELETE /v1/quarantine | admin
        DELETE /v1/quarantine/{key} | admin
        POST /v1/quarantine/{key}/retry | admin
        DELETE /v1/tokens/{token} | admin
        DELETE /v1/tracking-options/{os}/{environment}/{trip} | admin
        DELETE /v1/visits/{visit}/review | admin
        DELETE /v1/webhooks/{endpoint} | admin
        """

    /// A row of the table.
    struct Row: Hashable {
        let method: String
        let path: String
        let allowed: Set<String>

        init(_ line: String) throws {
            let parts = line.split(separator: Character("|"))
            let names = parts[0].split(separator: Character(" "))
            (method, path) = (String(names[0]), String(names[1]))
            allowed = Set(parts[1].split(separator: Character(" ")).map(String.init))
        }
    }

    static func rows() throws -> [Row] { try table.split(separator: "\n").map { try Row(String($0)) } }

    /// The values of the path parameters; the phone is the bound token's.
    private static let samples = [
        "{device}": "android-1001", "{member}": "M-1001", "{facility}": "FIT-0001", "{visit}": "v1", "{key}": "1",
        "{message}": "m1", "{endpoint}": "e1", "{token}": "t1",
        "{os}": "ios", "{environment}": "live", "{trip}": "off",
    ]

    @Test("Every endpoint has a row, and every row an endpoint")
    func complete() throws {
        let endpoints = try ServiceBench().service.endpoints.filter { $0.part == .api }.map {
            "\($0.method.rawValue) \($0.path)"
        }
        let rows = try Self.rows().map { "\($0.method) \($0.path)" }
        #expect(Set(endpoints).subtracting(rows).sorted() == [])
        #expect(Set(rows).subtracting(endpoints).sorted() == [])
        #expect(endpoints.count == Set(endpoints).count)
    }

    @Test("Permitted callers get a response, the others 401 without a token and 403 with one")
    func answers() async throws {
        let bench = try ServiceBench(webhooks: StubSender(status: 200))
        // Ends the live stream at once.
        await bench.live.stop()
        for row in try Self.rows() {
            let path = Self.samples.reduce(row.path) { $0.replacing($1.key, with: $1.value) }
            let method = try #require(HTTPRequest.Method(rawValue: row.method))
            for caller in ServiceBench.Caller.allCases {
                let status = try await bench.send(method, path, as: caller).status
                if row.allowed.contains(caller.rawValue) {
                    #expect(status != 401 && status != 403, "\(row.method) \(path) as \(caller): \(status)")
                } else {
                    #expect(status == (caller == .nobody ? 401 : 403), "\(row.method) \(path) as \(caller)")
                }
            }
        }
    }

    @Test("A token for one phone or member sees no other phone's geofences")
    func bound() async throws {
        let bench = try ServiceBench()
        let path = "/v1/devices/iphone-1002/geofences"
        #expect(try await bench.send(.get, path, as: .device).status == 403)
        #expect(try await bench.send(.get, path, as: .ingest).status == 200)
        let own = try ServiceBench.token(.ingest, member: MemberID("M-1002"), in: bench.store)
        let other = try ServiceBench.token(.ingest, member: MemberID("M-1001"), in: bench.store)
        #expect(try await bench.send(.get, path, token: own).status == 200)
        #expect(try await bench.send(.get, path, token: other).status == 403)
    }

    @Test("An unknown address is reported as such only to callers with a token")
    func unknownAddress() async throws {
        let bench = try ServiceBench()
        #expect(try await bench.send(.get, "/v1/nothing", as: .nobody).status == 401)
        #expect(try await bench.send(.get, "/v1/nothing", as: .ingest).status == 404)
    }

    @Test("docs/api.md has the same table")
    func documented() throws {
        let text = try String(contentsOf: ServiceBench.root.appending(path: "docs/api.md"), encoding: .utf8)
        var documented: Set<Row> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 6, cells[0].contains(" /") else { continue }
            let callers = zip(["nobody", "read", "ingest", "device", "admin"], cells.dropFirst())
            let allowed = callers.filter { $0.1 == "yes" }.map(\.0).joined(separator: " ")
            documented.insert(try Row("\(cells[0].replacing("`", with: "")) | \(allowed)"))
        }
        let rows = Set(try Self.rows())
        #expect(rows.subtracting(documented).map(\.path).sorted() == [])
        #expect(documented.subtracting(rows).map(\.path).sorted() == [])
    }
}
