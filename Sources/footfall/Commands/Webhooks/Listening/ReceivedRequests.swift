internal import VisitModel
internal import WebhookDelivery

/// Accepts or refuses received requests, and counts them.
struct ReceivedRequests: Sendable {
    private let verifier: WebhookVerifier?
    private let status: Int
    private var taken: Set<String> = []
    private(set) var received = 0
    /// With a valid signature.
    private(set) var verified = 0
    private(set) var refused = 0
    private(set) var repeated = 0

    /// Without a verifier, every message is accepted unverified; a failure as `status` triggers the sender's retries.
    init(verifier: WebhookVerifier?, status: Int) {
        self.verifier = verifier
        self.status = status
    }

    /// Accepts or refuses a request.
    ///
    /// A message counts as accepted even where the response status is a failure. The sender then sends it again, and a
    /// receiver that processed it has to recognize the repeat.
    mutating func receive(_ request: ReceivedRequest, at now: Timestamp) -> ReceivedMessage {
        received += 1
        let body = request.body ?? []
        let content = ReceivedContent(body: body)
        if let refusal = refusal(of: request, content, now) {
            refused += 1
            return ReceivedMessage(
                receivedAt: now,
                id: request.headers.id,
                check: .refused(refusal),
                isRepeated: false,
                content: nil,
                body: [],
                answer: ReceivedMessage.Response(status: refusal.status, text: refusal.text)
            )
        }
        let isRepeated = request.headers.id.map { !taken.insert($0).inserted } ?? false
        if verifier != nil { verified += 1 }
        if isRepeated { repeated += 1 }
        return ReceivedMessage(
            receivedAt: now,
            id: request.headers.id,
            check: verifier == nil ? .unchecked : .verified,
            isRepeated: isRepeated,
            content: content,
            body: body,
            answer: ReceivedMessage.Response(status: status)
        )
    }

    var summary: String { "received \(received), verified \(verified), refused \(refused), repeated \(repeated)" }

    private func refusal(
        of request: ReceivedRequest,
        _ content: ReceivedContent?,
        _ now: Timestamp
    ) -> ReceivedMessage.Refusal? {
        guard let body = request.body else { return .tooLong }
        do throws(WebhookVerificationError) {
            try verifier?.verify(headers: request.headers, body: body, now: now)
        } catch {
            return .unverified(error)
        }
        return content == nil ? .notAMessage : nil
    }
}
