internal import MobileSDK
package import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
package import VisitModel
internal import VisitStore

/// Sends the app's requests from a simulated phone, over its connection, to the server in its current state.
///
/// An answer arrives at once, in the phone's time. A lost answer never arrives, and the app has to handle that.
final class LabTransport: UploadTransport {
    private let server: any LabServer
    private let phone: any PhoneOS
    private let observe: Observer
    private let shared: Mutex<Shared>

    /// Receives each request, its answer, the connection and the time; the answer is `nil` where none arrives.
    ///
    /// Without a connection nothing was sent: the answer is the phone's own.
    typealias Observer = @Sendable (TransportRequest, TransportResult?, Connectivity, Timestamp) -> Void

    private struct Shared {
        var state = ServerState.well
        var counts = UploadCounts()
    }

    init(to server: any LabServer, over phone: any PhoneOS, observe: @escaping Observer) {
        (self.server, self.phone, self.observe) = (server, phone, observe)
        shared = Mutex(Shared())
    }

    var counts: UploadCounts { shared.withLock(\.counts) }

    /// Changes the server's reachability from now on.
    func set(_ state: ServerState) { shared.withLock { $0.state = state } }

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        let request = request.sent(from: phone.platform)
        let (time, connectivity) = (phone.now(), phone.connectivity)
        guard connectivity.isConnected else {
            let failure = TransportResult.failure("the phone has no connection")
            observe(request, failure, connectivity, time)
            return answer(failure)
        }
        let state = shared.withLock(\.state)
        let result: TransportResult?
        switch state {
        case .well: result = server.answer(request, at: time)
        case .answers(let status): result = .response(status: status, body: [])
        case .answersLost:
            // The request arrives; its response is lost.
            _ = server.answer(request, at: time)
            result = nil
        case .silent: result = nil
        }
        shared.withLock { $0.counts.add(request, result) }
        observe(request, result, connectivity, time)
        if let result { answer(result) }
    }
}

extension TransportRequest {
    /// The request as the HTTP client of a phone's app sends it: with a `User-Agent`, unless the app has set one.
    ///
    /// The service reads from it whether the phone is an iPhone or runs Android, and so how many geofences it monitors:
    /// neither Transistor's records nor Footfall's own say so.
    fileprivate func sent(from platform: Platform) -> TransportRequest {
        guard !headers.keys.contains(where: { $0.lowercased() == "user-agent" }) else { return self }
        var request = self
        request.headers["User-Agent"] =
            switch platform {
            case .ios: "GymApp/1 CFNetwork/1490.0.4 Darwin/23.2.0"
            case .android: "okhttp/4.12.0"
            }
        return request
    }
}

/// One request that a phone's app made, or tried to make.
package struct SentRequest: Hashable, Sendable {
    /// The URL's path: `/v1/track`.
    package let path: String
    /// Of the body.
    package let byteCount: Int
    /// `nil` where no answer arrived.
    package let status: Int?

    init(_ request: TransportRequest, _ answer: TransportResult?) {
        let parts = request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        path = "/" + (parts.count == 4 ? parts[3] : "")
        byteCount = request.body.count
        status = answer?.status
    }

    /// Whether the server accepted it.
    package var isTaken: Bool { status.isSuccess }
}

extension TransportResult {
    fileprivate var status: Int? {
        if case .response(let status, _) = self { status } else { nil }
    }
}

extension Int? {
    fileprivate var isSuccess: Bool { map { (200...299).contains($0) } ?? false }
}

package struct UploadCounts: Hashable, Sendable, Encodable {
    /// Requests made over a connection.
    package internal(set) var requests = 0
    /// Requests without an answer, or with one that is not a success.
    package internal(set) var failures = 0
    /// The bytes of their bodies.
    package internal(set) var bytes = 0

    mutating func add(_ request: TransportRequest, _ answer: TransportResult?) {
        requests += 1
        if !(answer?.status).isSuccess { failures += 1 }
        bytes += request.body.count
    }
}

/// The reachability of the service from a simulated phone that has a connection.
package enum ServerState: Hashable, Sendable {
    /// Requests are answered by the service.
    case well
    /// Requests are answered with this status before they reach the service, as by a proxy of a server that is down.
    case answers(Int)
    /// Requests reach the service, and their answers are lost.
    case answersLost
    /// Requests do not reach the service, and have no answer.
    case silent
}

/// The service that the app on a simulated phone uploads to.
///
/// It runs in the phone's time, which the simulation passes to it.
package protocol LabServer: Sendable {
    /// The base URL: `http://127.0.0.1:8080`, without a slash at its end.
    var address: String { get }
    /// The app's access token.
    var token: String { get }

    /// Answers a request, whose URL begins with `address`, at the phone's time.
    func answer(_ request: TransportRequest, at time: Timestamp) -> TransportResult

    /// Advances the clock to the phone's time, running timers that are due without a request.
    func advance(to time: Timestamp) throws

    /// Every visit found, counted or not, ordered by entry, after everything received is committed.
    func visits(of member: MemberID) throws -> [FoundVisit]

    /// The events of the member's phones, in order of emission.
    func events() throws -> [GeofenceEvent]
}

/// An app's connection to its service and its file of pending records, both of which outlive the process.
final class ServerLink: Sendable {
    let server: any LabServer
    let transport: LabTransport
    private let file: Mutex<RecordStore>

    init(server: any LabServer, transport: LabTransport) throws {
        (self.server, self.transport) = (server, transport)
        file = Mutex(try .inMemory())
    }

    var records: RecordStore { file.withLock(\.self) }

    /// Replaces the file of records by an empty one, as when the app's data is cleared.
    func forget() throws {
        let fresh = try RecordStore.inMemory()
        file.withLock { $0 = fresh }
    }
}
