internal import HTTPTransport
public import VisitModel
internal import WebhookDelivery

/// Something that an operator should hear of, in words.
public struct DeliveryReportLine: Hashable, Sendable, CustomStringConvertible {
    /// How grave it is.
    public enum Severity: Hashable, Sendable {
        /// It goes on by itself.
        case note
        /// Somebody has to do something.
        case alarm
    }

    /// How grave it is.
    public let severity: Severity
    /// The endpoint it is about; `nil` where it is about none.
    public let endpoint: EndpointID?
    /// What happened and, where something is to be done, what.
    public let description: String

    private init(_ severity: Severity, _ endpoint: EndpointID?, _ description: String) {
        self.severity = severity
        self.endpoint = endpoint
        self.description = description
    }

    /// What happened; `nil` where all went well.
    init?(_ news: DeliveryNews) {
        switch news {
        case .tried(let message, let endpoint, let exchange, let verdict):
            let name = endpoint?.text ?? "an endpoint that is gone"
            switch verdict {
            case .delivered, .putBack: return nil
            case .retry where exchange.isGone:
                // That the endpoint is disabled by it is told by itself.
                return nil
            case .retry(let wait):
                self.init(
                    .note,
                    endpoint,
                    "\(name): \(message) failed (\(exchange.cause)); next try in \(wait.wholeMilliseconds / 1000) s"
                )
            case .dead:
                self.init(
                    .alarm,
                    endpoint,
                    "\(name): \(message) was given up (\(exchange.cause)); "
                        + "`footfall webhooks replay \(message)` sends it again"
                )
            }
        case .endpointDisabled(let endpoint, let reason):
            let why =
                reason == .gone ? "it answered 410, gone for good" : "every try has failed for 120 hours"
            self.init(
                .alarm,
                endpoint,
                "\(endpoint): disabled, because \(why); what is queued for it waits for "
                    + "`footfall webhooks enable \(endpoint)`"
            )
        case .unable(let problem):
            self.init(.alarm, nil, "nothing can be sent: \(problem)")
        case .unusableEndpoint(let endpoint, let problem):
            self.init(.alarm, endpoint, "\(endpoint): nothing can be sent, \(problem)")
        }
    }

    /// Something that is not about one endpoint.
    static func trouble(_ text: String) -> DeliveryReportLine {
        DeliveryReportLine(.alarm, nil, text)
    }
}

extension HTTPExchange {
    /// Whether the receiver wants no messages any more.
    var isGone: Bool { (try? result.get())?.status == 410 }

    /// Why it was no success, in a few words.
    var cause: String {
        switch result {
        case .success(let response): "answered \(response.status)"
        case .failure(let error): error.message
        }
    }
}
