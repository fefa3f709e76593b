internal import HTTPTransport
package import VisitModel
package import VisitStore
internal import WebhookDelivery

/// A message to the operator about deliveries.
package struct DeliveryReportLine: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: Hashable, Sendable {
        /// No action is needed.
        case note
        /// The operator has to act.
        case alarm
    }

    package let severity: Severity
    /// `nil` where the message is about none.
    package let endpoint: EndpointID?
    /// What happened and what to do.
    package let description: String

    private init(_ severity: Severity, _ endpoint: EndpointID?, _ description: String) {
        self.severity = severity
        self.endpoint = endpoint
        self.description = description
    }

    /// Makes a message about a change; `nil` for a successful delivery.
    init?(_ notice: DeliveryNotice) {
        switch notice {
        case .tried(let message, let endpoint, let exchange, let verdict):
            let name = endpoint?.text ?? "a removed endpoint"
            switch verdict {
            case .delivered, .putBack: return nil
            case .retry where exchange.isGone:
                // The disabling of the endpoint is reported separately.
                return nil
            case .retry(let wait):
                self.init(
                    .note,
                    endpoint,
                    "\(name): \(message) failed (\(exchange.cause)); next attempt in \(wait.wholeMilliseconds / 1000) s"
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
                reason == .gone ? "it responded with 410 Gone" : "every attempt has failed for 120 hours"
            self.init(
                .alarm,
                endpoint,
                "\(endpoint): disabled, because \(why); its messages stay queued until "
                    + "`footfall webhooks enable \(endpoint)`"
            )
        case .unable(let problem): self.init(.alarm, nil, "nothing can be sent: \(problem)")
        case .unusableEndpoint(let endpoint, let problem):
            self.init(.alarm, endpoint, "\(endpoint): nothing can be sent, \(problem)")
        }
    }

    /// Makes an alarm that is not about one endpoint.
    static func error(_ text: String) -> DeliveryReportLine { DeliveryReportLine(.alarm, nil, text) }
}

extension ReplayRequest.State {
    /// The state of a number of deliveries, for people.
    package var words: String {
        switch self {
        case .scheduled: "waiting for a retry"
        case .waiting: "waiting for an earlier message of the same visit"
        case .dead: "given up"
        case .missed: "never queued for an endpoint that subscribes to them now"
        case .delivered: "delivered already"
        }
    }
}

extension HTTPExchange {
    /// Whether the receiver answered 410 Gone, and wants no more messages.
    var isGone: Bool { (try? result.get())?.status == 410 }

    var cause: String {
        switch result {
        case .success(let response): "status \(response.status)"
        case .failure(let error): error.message
        }
    }
}
