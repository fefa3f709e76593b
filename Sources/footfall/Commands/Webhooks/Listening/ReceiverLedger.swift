internal import VisitModel
internal import WebhookDelivery

/// Decides what a receiver makes of each request, and counts.
struct ReceiverLedger: Sendable {
    private let verifier: WebhookVerifier?
    private let status: Int
    private var taken: Set<String> = []
    /// How many requests came.
    private(set) var received = 0
    /// How many of them hold a signature that fits.
    private(set) var verified = 0
    /// How many were not taken.
    private(set) var refused = 0
    /// How many had been taken before.
    private(set) var repeated = 0

    /// Begins.
    ///
    /// - Parameters:
    ///   - verifier: what signatures are checked with; `nil` to take every message unchecked.
    ///   - status: what is answered to a message that is taken, so that a sender's retries can be tried.
    init(verifier: WebhookVerifier?, status: Int) {
        self.verifier = verifier
        self.status = status
    }

    /// Takes or refuses a request.
    ///
    /// A message counts as taken before also where that was answered with a failure: the sender sends it again then, and a
    /// receiver that worked it off has to know it.
    ///
    /// - Parameters:
    ///   - request: what came.
    ///   - now: when.
    /// - Returns: what is answered and shown.
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
                answer: ReceivedMessage.Answer(status: refusal.status, text: refusal.text)
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
            answer: ReceivedMessage.Answer(status: status)
        )
    }

    /// What was counted, in a line.
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
