internal import Interchange
internal import MobileSDK
package import MobileSDKCore
internal import Synchronization
package import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A server inside the simulation: the pipeline without the network.
///
/// It parses, evaluates and answers as the service does, for one phone and much faster. It does not simulate the
/// network or the service's queues. `footfall simulate` uses the service itself.
package final class PipelineServer: LabServer {
    /// An address that is never resolved.
    package let address = "http://footfall.invalid"
    /// The only token that is accepted.
    package let token = "ff_simulation"
    private let store: VisitStore
    private let pipeline: VisitPipeline
    private let line: Mutex<SimulatedIngest>

    package init(for scenario: Scenario) throws {
        store = try VisitStore.temporary()
        try scenario.importNetwork(into: store)
        pipeline = try VisitPipeline(store: store)
        line = Mutex(try SimulatedIngest(scenario.phoneOfMember, pipeline: pipeline, groupSize: Self.groupSize))
    }

    /// Reports grouped into one commit; committing each would sync to the disk some forty thousand times in a month.
    private static let groupSize = 1000

    /// Answers 401 without the token, 404 for an unknown path.
    package func answer(_ request: TransportRequest, at time: Timestamp) -> TransportResult {
        let given = Self.header("Authorization", of: request)
        guard given == token || given == "Bearer \(token)" else { return .response(status: 401, body: []) }
        guard request.url.hasPrefix(address) else { return .failure("no server has the address \(request.url)") }
        let path = request.url.utf8.dropFirst(address.utf8.count).prefix { $0 != UInt8(ascii: "?") }
        guard let (app, kind) = Self.app(at: Substring(path)) else { return .response(status: 404, body: []) }
        let question = PhoneRequest(
            path: kind,
            contentType: Self.header("Content-Type", of: request),
            userAgent: Self.header("User-Agent", of: request),
            body: request.body
        )
        do {
            let reply = try line.withLock { try $0.ingest(question, of: app, at: time) }.reply
            return .response(status: reply.status, body: reply.body)
        } catch {
            // The service also answers its own failures with 503.
            return .response(status: 503, body: Array("\(error)".utf8))
        }
    }

    /// Ignores the case of the name.
    private static func header(_ name: String, of request: TransportRequest) -> String? {
        if let value = request.headers[name] { return value }
        let name = name.lowercased()
        return request.headers.first { $0.key.lowercased() == name }?.value
    }

    private static func app(at path: Substring) -> (app: PhoneApp, kind: PhoneRequest.Kind?)? {
        switch path {
        case "/v1/fixes": (.footfall, nil)
        case "/v1/phones/transistor": (.transistor, nil)
        case "/v1/track": (.radar, .track)
        case "/v1/track/replay": (.radar, .replay)
        default: nil
        }
    }

    package func advance(to time: Timestamp) throws { try line.withLock { try $0.advance(to: time) } }

    package func visits(of member: MemberID) throws -> [FoundVisit] {
        try line.withLock { try $0.flush() }
        return try FoundVisit.all(of: member, in: store)
    }

    /// The raw fixes, ordered by time.
    func fixes(of device: DeviceID) throws -> [Fix] {
        try line.withLock { try $0.flush() }
        return try pipeline.fixes(of: device, size: .max - 1).fixes
    }

    package func events() throws -> [GeofenceEvent] {
        try line.withLock { try $0.flush() }
        return try store.events.all()
    }
}
