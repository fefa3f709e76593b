import MobileSDKCore
import RadarEngine
import Foundation
import RadarSDK
import Synchronization

/// A server behind the transport: it records its requests and answers as a test configures.
final class RadarServerDouble: UploadTransport {
    /// How a request is answered.
    enum Reply: Sendable {
        /// At once, while it is still being sent.
        case now(TransportResult)
        /// When the test calls `answerPending(_:)`.
        case later
    }

    /// One update, as the server received it.
    struct Record: @unchecked Sendable {
        let json: [String: Any]
        let path: String

        subscript(key: String) -> Any? { json[key] }
        var locationMs: Int64 { (json["locationMs"] as? NSNumber)?.int64Value ?? -1 }
        var isStopped: Bool { json["stopped"] as? Bool ?? false }
        var isReplayed: Bool { json["replayed"] as? Bool ?? false }
        var source: String { json["source"] as? String ?? "" }
    }

    private struct Book: Sendable {
        var reply: @Sendable (TransportRequest) -> Reply = { _ in .now(RadarServerDouble.success()) }
        var requests: [TransportRequest] = []
        /// The requests that were accepted, whether the phone got the answer or not.
        var taken: [TransportRequest] = []
        var pending: [(request: TransportRequest, answer: @Sendable (TransportResult) -> Void)] = []
    }

    private let book = Mutex(Book())

    /// Sets the answer of every later request.
    func reply(_ reply: @escaping @Sendable (TransportRequest) -> Reply) { book.withLock { $0.reply = reply } }

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        let reply = book.withLock { book in
            book.requests.append(request)
            return book.reply
        }(request)
        switch reply {
        case .now(let now):
            if case .response(200, _) = now { book.withLock { $0.taken.append(request) } }
            answer(now)
        case .later: book.withLock { $0.pending.append((request, answer)) }
        }
    }

    /// Answers the deferred requests.
    func answerPending(_ answer: TransportResult = RadarServerDouble.success()) {
        let pending = book.withLock { book in
            defer { book.pending = [] }
            if case .response(200, _) = answer { book.taken += book.pending.map(\.request) }
            return book.pending
        }
        for one in pending { one.answer(answer) }
    }

    var requests: [TransportRequest] { book.withLock(\.requests) }
    var pendingCount: Int { book.withLock(\.pending.count) }

    /// All updates of all requests.
    var records: [Record] { requests.flatMap(Self.records) }
    /// The updates of the requests that were answered with success.
    var takenRecords: [Record] { book.withLock(\.taken).flatMap(Self.records) }

    static func records(_ request: TransportRequest) -> [Record] {
        guard let url = URL(string: request.url), url.path().hasPrefix("/v1/track") else { return [] }
        let json = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? [:]
        let all = url.path() == "/v1/track" ? [json] : json["replays"] as? [[String: Any]] ?? []
        return all.map { Record(json: $0, path: url.path()) }
    }

    /// A plain success, as Footfall's server answers.
    static func success(
        options: String? = nil,
        fences: String? = nil,
        user: String = #""geofences":[]"#
    ) -> TransportResult {
        let meta = options.map { #","trackingOptions":\#($0)"# } ?? ""
        let near = fences.map { #","nearbyGeofences":\#($0)"# } ?? ""
        let text =
            #"{"meta":{"code":200\#(meta)},"events":[],"user":{"_id":"u-1","location":{"type":"Point","coordinates":[0,0]},"#
            + #""locationAccuracy":10,\#(user)}\#(near)}"#
        return .response(status: 200, body: Array(text.utf8))
    }

    /// A list of one geofence.
    static func fence(_ id: String, latitude: Double, longitude: Double, radius: Int) -> String {
        #"[{"_id":"\#(id)","geometryCenter":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"#
            + #""geometryRadius":\#(radius)}]"#
    }
}
