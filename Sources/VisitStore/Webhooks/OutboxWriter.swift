internal import GRDB
internal import VisitModel

/// Queues messages for the endpoints that want them, within the transaction of what they tell.
struct OutboxWriter {
    /// What is told, and when.
    let telling: OutboxSettings
    /// The types of messages about phones' events of no visit that some endpoint asks for.
    let wantedOfDevices: Set<MessageType>
    private let endpoints: [StoredEndpoint]
    private let insertMessage: PreparedStatement
    private let deliveries: DeliveryWriter

    /// Begins to tell.
    ///
    /// - Returns: `nil` where nobody is told anything, or no endpoint is there to be told.
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

    /// Whether anybody wants to be told of something.
    func isWanted(_ type: MessageType, of facility: FacilityID?) -> Bool {
        endpoints.contains { $0.endpoint.wants(type, of: facility) }
    }

    /// Whether anybody is told where phones were.
    var includesLocation: Bool { endpoints.contains(where: \.endpoint.includesLocation) }

    /// Queues a message for every endpoint that wants it, but for one that is not told.
    ///
    /// An endpoint that is disabled gets it when it is enabled again. The visit is the one whose messages go out in order.
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
