import VisitModel
import WebhookDelivery

@testable import footfall

/// Requests of a sender with a secret that the receiver has, at a fixed time.
enum SignedRequests {
    static let secretText = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    static let now = Timestamp(milliseconds: 1_711_972_800_000)
    static let visit = """
        {"data":{"facility":{"id":"G-1","name":"Gym"},"member":"M-1","sequence":2},"type":"visit.dwelled"}
        """

    static func secret() throws -> WebhookSecret { try WebhookSecret(text: secretText) }

    /// A request, signed some seconds before it arrives.
    static func request(
        _ body: String = visit,
        id: String = "msg_1",
        age: Int64 = 0,
        by secret: WebhookSecret? = nil
    ) throws -> ReceivedRequest {
        let headers = try WebhookSigner.headers(
            id: id,
            timestamp: now.milliseconds / 1000 - age,
            body: Array(body.utf8),
            secrets: [try secret ?? Self.secret()]
        )
        return ReceivedRequest(headers: headers, body: Array(body.utf8))
    }
}
