internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Queues messages for the subscribed endpoints, in the transaction that writes what they report.
struct OutboxWriter {
    /// The message composer and the current time.
    let telling: OutboxSettings
    /// The types of device messages outside of visits that at least one endpoint subscribes to.
    let wantedOfDevices: Set<MessageType>
    private let endpoints: [StoredEndpoint]
    private let insertMessage: PreparedStatement
    private let deliveries: DeliveryWriter

    /// Prepares the statements of one transaction; `nil` where no messages are requested or no endpoint exists.
    init?(_ db: Database, _ telling: OutboxSettings?) throws {
        guard let telling else { return nil }
        let endpoints = try EndpointColumns.all(db)
        guard !endpoints.isEmpty else { return nil }
        self.telling = telling
        self.endpoints = endpoints
        self.wantedOfDevices = Set(
            [MessageType.deviceError, .geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat].filter { type in
                endpoints.contains { $0.endpoint.wants(type, of: nil) }
            }
        )
        self.insertMessage = try PreparedStatement(
            db,
            """
            INSERT INTO webhook_message (id, type, visit, facility, subject, occurred_ms, queued_ms, body, located_body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key
            """
        )
        self.deliveries = try DeliveryWriter(db)
    }

    /// Returns whether at least one endpoint subscribes to messages of a type and facility.
    func isWanted(_ type: MessageType, of facility: FacilityID?) -> Bool {
        endpoints.contains { $0.endpoint.wants(type, of: facility) }
    }

    /// Whether at least one endpoint receives locations.
    var includesLocation: Bool { endpoints.contains(where: \.endpoint.includesLocation) }

    /// Queues a message for every subscribed endpoint except one.
    ///
    /// A disabled endpoint receives it when it is enabled again. Messages with the same `visit` are delivered in order.
    func queue(
        _ message: WebhookMessage,
        subject: String,
        visit: Int64? = nil,
        facility: Int64? = nil,
        except: EndpointKey? = nil
    ) throws {
        let takers = endpoints.filter { $0.key != except && $0.endpoint.wants(message.type, of: message.facility) }
        guard !takers.isEmpty else { return }
        let body = try telling.composer.body(message, false)
        let isLocated = takers.contains(where: \.endpoint.includesLocation)
        let locatedBody = isLocated ? try telling.composer.body(message, true) : body
        insertMessage.bind(1, message.id.text)
        insertMessage.bind(2, message.type.rawValue)
        insertMessage.bind(3, visit)
        insertMessage.bind(4, facility)
        insertMessage.bind(5, subject)
        insertMessage.bind(6, message.occurredAt.milliseconds)
        insertMessage.bind(7, telling.time.milliseconds)
        insertMessage.bind(8, body)
        insertMessage.bind(9, locatedBody == body ? nil : locatedBody)
        guard let key = try insertMessage.first({ $0.int64(0) }) else { return }
        for taker in takers {
            try deliveries.queue(key, to: taker.key, ofVisit: visit, dueAt: telling.time.milliseconds)
        }
    }
}
