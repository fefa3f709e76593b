internal import HTTPTypes
internal import Hummingbird

struct ServiceRouter {
    let endpoints: [Endpoint]
    let gatekeeper: Gatekeeper
    let record: ResponseRecord
    let proxies: TrustedProxies
    let registry: ConnectionRegistry
    let watch: DatabaseWatch
    let pages: DashboardAuthentication
    let recorder: AccessRecorder
    let crossOrigins: [WebOrigin]

    func responder() -> RouterResponder<ServiceContext> {
        let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
        if !crossOrigins.isEmpty {
            router.add(middleware: CrossOriginMiddleware(policy: CrossOriginPolicy(origins: crossOrigins)))
        }
        router.add(middleware: ResponseMiddleware(record: record, watch: watch))
        if !proxies.ranges.isEmpty { router.add(middleware: ClientMiddleware(proxies: proxies, registry: registry)) }
        router.add(middleware: AccessMiddleware(gatekeeper: gatekeeper))
        router.add(middleware: UnknownPageMiddleware(pages: pages))
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { [recorder] request, context in
                try await endpoint.answer(request, context, recordingWith: recorder)
            }
        }
        for (path, methods) in Dictionary(grouping: endpoints, by: \.path) {
            addRefusals(path, Set(methods.map(\.method)), router)
        }
        return router.buildResponder()
    }

    /// Adds responses to other methods of a path, which list its methods.
    private func addRefusals(_ path: String, _ known: Set<HTTPRequest.Method>, _ router: Router<ServiceContext>) {
        let names = known.map(\.rawValue).sorted().joined(separator: ", ")
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] where !known.contains(method) {
            router.on(RouterPath(path), method: method) { _, context in
                if case .refused(let problem) = context.caller { throw problem }
                if case .failed(let error) = context.caller { throw error }
                var response = Problem(
                    .methodNotAllowed,
                    "method_not_allowed",
                    "this address accepts \(names)"
                ).response
                response.headers[.allow] = names
                return response
            }
        }
    }
}
