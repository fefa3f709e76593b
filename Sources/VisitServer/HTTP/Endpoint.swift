internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitStore

/// An endpoint of the service.
///
/// The router, the table of permissions, and the check of the OpenAPI document are all made from the list of endpoints.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// As OpenAPI writes it: `/v1/facilities/{id}`.
    let path: String
    let permission: RequiredRole
    let part: Part
    let body: Body
    /// `nil` where a request gives out no member's data, and where its change adds a row to the access record itself.
    let recording: AccessRecording?
    let respond: @Sendable (ServiceCall) async throws -> Response

    enum Part: Hashable, Sendable {
        /// The API for programs and phones, with a token; described by the OpenAPI document.
        case api
        /// The pages for people, with a session.
        case dashboard
    }

    /// What the body of a request may be.
    enum Body: Sendable {
        /// Nothing; an empty JSON object is accepted too.
        case none
        /// A JSON object with declared members.
        case document(any RequestDocument.Type)
        /// The tracking options of phones, whose keys are the vendor's.
        case trackingOptions
        /// A form of a page, with these fields beside the form token.
        case form([String])
        /// A file for an import.
        case file
        /// Records of a phone, in the format of its app: what Footfall does not know of them is ignored.
        case records
    }

    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ permission: RequiredRole,
        in part: Part = .api,
        body: Body = .none,
        recording: AccessRecording? = nil,
        _ respond: @escaping @Sendable (ServiceCall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.permission = permission
        self.part = part
        self.body = body
        self.recording = recording
        self.respond = respond
    }

    /// Makes an endpoint with a JSON document as its body.
    init<Document: RequestDocument>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ permission: RequiredRole,
        reading type: Document.Type,
        recording: AccessRecording? = nil,
        _ respond: @escaping @Sendable (ServiceCall, Document) async throws -> Response
    ) {
        self.init(method, path, permission, body: .document(type), recording: recording) { call in
            try await respond(call, Document.decoded(call.body(.document)))
        }
    }

    func answer(
        _ request: Request,
        _ context: ServiceContext,
        recordingWith recorder: AccessRecorder
    ) async throws -> Response {
        // A page checks the session itself: a browser has no token.
        guard permission != .open, part == .api else {
            let call = ServiceCall(request: request, context: context, principal: nil, userName: nil)
            let response = try await respond(call)
            return part == .dashboard ? try await response.packed(for: request) : response
        }
        switch context.caller {
        case .unknown: throw Problem.unauthorized("this needs a token; `footfall tokens add` creates one")
        case .refused(let problem): throw problem
        case .failed(let error): throw error
        case .known(let principal, let userName):
            guard permission.allows(principal.role) else {
                throw Problem.forbidden(
                    "a token of the role `\(principal.role.rawValue)` does not permit this; use one with another role"
                )
            }
            let call = ServiceCall(request: request, context: context, principal: principal, userName: userName)
            if case .none = body { try await refuseBody(of: call) }
            if let recording { try await recorder.record(recording, call, by: principal, via: .api) }
            return try await respond(call)
        }
    }

    /// Throws `Problem` for a body with content, which would have no effect.
    private func refuseBody(of call: ServiceCall) async throws {
        guard method != .get, method != .head else { return }
        let bytes = try await call.body(.document)
        guard bytes.contains(where: { $0 > 0x20 }), !bytes.elementsEqual("null".utf8) else { return }
        guard let document = try? JSONDecoder().decode(AnyDocument.self, from: Data(bytes)) else {
            throw Problem.invalid("this request has no body; leave it out")
        }
        guard let name = document.members.first else { return }
        throw Problem.unknownField(name, known: [])
    }
}
