internal import MobileSDKCore

/// The transport of an app that has given none: every request fails with a reason that says so.
struct NoTransport: UploadTransport {
    /// The call that takes a transport.
    let call: String

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        answer(.failure("nothing is sent, because the app has given no transport: pass one to `\(call)`"))
    }
}
