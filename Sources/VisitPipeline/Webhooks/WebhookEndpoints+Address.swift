internal import HTTPTransport
internal import VisitModel
internal import WebhookDelivery

extension WebhookEndpoints {
    /// Throws where an endpoint's address is not allowed; the error names the options of `footfall webhooks add` that
    /// would allow it.
    func checkAddress(of endpoint: WebhookEndpoint) throws {
        do {
            _ = try RequestURL(endpoint.url, access: NetworkAccess(endpoint.exceptions))
        } catch let error as HTTPTransportError {
            let missing = Self.missingExceptions(of: endpoint)
            guard !missing.isEmpty else { throw VisitPipelineError(.endpoint, error.message) }
            let options = missing.map { "--\($0.option)" }.joined(separator: " ")
            throw VisitPipelineError(.endpoint, "\(error.message); to allow it anyway, add \(options)")
        }
    }

    /// The smallest set of exceptions that would allow an address; empty where none does.
    private static func missingExceptions(
        of endpoint: WebhookEndpoint
    ) -> [(exception: WebhookEndpoint.Exceptions, option: String)] {
        let all: [(exception: WebhookEndpoint.Exceptions, option: String)] = [
            (.privateAddress, "allow-private"), (.plainHTTP, "allow-insecure"), (.unusualPort, "allow-port"),
        ]
        var needed: WebhookEndpoint.Exceptions = [.privateAddress, .plainHTTP, .unusualPort]
        guard isAllowed(endpoint.url, needed) else { return [] }
        for (exception, _) in all where !endpoint.exceptions.contains(exception) {
            let less = needed.subtracting(exception)
            if isAllowed(endpoint.url, less) { needed = less }
        }
        return all.filter { needed.contains($0.exception) && !endpoint.exceptions.contains($0.exception) }
    }

    private static func isAllowed(_ url: String, _ exceptions: WebhookEndpoint.Exceptions) -> Bool {
        (try? RequestURL(url, access: NetworkAccess(exceptions))) != nil
    }
}
