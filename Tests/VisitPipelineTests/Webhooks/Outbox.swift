import Foundation
import SeededRandom
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

/// A message as its receiver parses it.
struct ReceivedMessage {
    let id: String
    let type: String
    let timestamp: String
    let data: [String: Any]

    var visit: String? { data["visit_id"] as? String }
    var sequence: Int? { data["sequence"] as? Int }
    var previous: [String: Any]? { data["previous"] as? [String: Any] }

    init(id: String, body: [UInt8]) throws {
        let json = try JSONSerialization.jsonObject(with: Data(body))
        let body = try #require(json as? [String: Any])
        self.id = id
        type = try #require(body["type"] as? String)
        timestamp = try #require(body["timestamp"] as? String)
        data = try #require(body["data"] as? [String: Any])
    }

    /// A member of the data as text, `-` for null.
    subscript(name: String) -> String { Self.text(data[name]) }

    static func text(_ value: Any?) -> String {
        switch value {
        case let value as String: value
        case let value as [String: Any]: text(value["id"])
        case is NSNull, nil: "-"
        case .some(let value): "\(value)"
        }
    }
}

extension SmallWorld {
    /// The endpoints of the world.
    var endpoints: WebhookEndpoints {
        WebhookEndpoints(store: store, keyFile: WebhookKeyFile(besideDatabase: store.path))
    }

    /// Adds an endpoint at a port of this machine.
    @discardableResult
    func addEndpoint(
        _ id: String = "partner",
        url: String = "http://127.0.0.1:9/hook",
        types: Set<MessageType>? = nil,
        facilities: Set<FacilityID>? = nil,
        format: WebhookEndpoint.Format = .standard,
        includesLocation: Bool = false,
        at time: Timestamp = SmallWorld.now
    ) throws -> StoredEndpoint {
        let endpoint = WebhookEndpoint(
            id: try EndpointID(id),
            url: url,
            types: types,
            facilities: facilities,
            format: format,
            includesLocation: includesLocation,
            exceptions: [.privateAddress, .plainHTTP]
        )
        var random = SeededGenerator(seed: 1)
        try endpoints.add(endpoint, secret: .random(.hmacSHA256, using: &random), at: time)
        return try endpoints.endpoint(endpoint.id)
    }

    /// Makes the messages of collected changes that are due at a time.
    func publishCollected(at time: Timestamp) throws {
        _ = try store.outbox.publishCollected(OutboxSettings(.standard, at: time), limit: 1_000)
    }

    /// Every queued message, in order.
    func messages() throws -> [ReceivedMessage] {
        var ids: [MessageID] = []
        try store.outbox.forEach { delivery in
            if ids.last != delivery.message { ids.append(delivery.message) }
        }
        return try ids.reversed().map { id in
            try ReceivedMessage(id: id.text, body: #require(try store.outbox.body(of: id)))
        }
    }

    /// The delivery state of each message to an endpoint, in order.
    func states(_ endpoint: String = "partner") throws -> [String] {
        var states: [String] = []
        try store.outbox.forEach(matching: DeliveryFilter(endpoint: EndpointID(endpoint))) {
            states.append($0.state.rawValue)
        }
        return states.reversed()
    }
}
