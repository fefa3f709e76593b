internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A problem document: RFC 9457, `application/problem+json`.
struct Problem: Error, Encodable {
    /// The problem type: `about:blank#` and a word in snake case that never changes its meaning.
    let type: String
    /// A short title of the problem type.
    let title: String
    /// The status of the response.
    let status: Int
    /// What is wrong with this request, and what to do.
    let detail: String
    /// The invalid field or parameter.
    var field: String?
    /// The number of seconds after which to retry.
    var retryAfterSeconds: Int?

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, field
        case retryAfterSeconds = "retry_after"
    }

    init(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ detail: String,
        field: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.type = "about:blank#\(code)"
        self.title = status.reasonPhrase
        self.status = status.code
        self.detail = detail
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The media type of the document.
    static let mediaType = "application/problem+json"

    /// The code: the part of `type` after `#`.
    var code: String { String(type.split(separator: "#").last ?? "") }

    /// The HTTP response.
    var response: Response {
        var headers: HTTPFields = [.contentType: Self.mediaType]
        if let retryAfterSeconds { headers[.retryAfter] = String(retryAfterSeconds) }
        if status == 401 {
            headers[.wwwAuthenticate] = #"Bearer realm="footfall", Basic realm="footfall", charset="UTF-8""#
        }
        return Response(
            status: .init(code: status, reasonPhrase: title),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONDocument.encoded(self)))
        )
    }
}

extension Problem {
    static func unauthorized(_ detail: String) -> Problem { Problem(.unauthorized, "unauthorized", detail) }
    static func forbidden(_ detail: String) -> Problem { Problem(.forbidden, "forbidden", detail) }
    static func notFound(_ detail: String) -> Problem { Problem(.notFound, "not_found", detail) }
    static func invalid(_ detail: String, field: String? = nil) -> Problem {
        Problem(.badRequest, "invalid_request", detail, field: field)
    }
}
