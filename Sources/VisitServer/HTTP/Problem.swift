internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import MemberEngine
internal import MonthReports
internal import NIOCore
internal import NIOHTTP1
internal import SQLiteStorage
internal import Tables
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A problem document: RFC 9457, `application/problem+json`.
struct Problem: Error, Encodable {
    /// `about:blank#` and a word in snake case that never changes its meaning.
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

    static let mediaType = "application/problem+json"

    /// The part of `type` after `#`.
    var code: String { String(type.split(separator: "#").last ?? "") }

    var response: Response {
        var headers: HTTPFields = [.contentType: Self.mediaType]
        if let retryAfterSeconds { headers[.retryAfter] = String(retryAfterSeconds) }
        if status == 401 {
            headers[.wwwAuthenticate] = #"Bearer realm="footfall", Basic realm="footfall", charset="UTF-8""#
        }
        return Response(
            status: httpStatus,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONDocument.encoded(self)))
        )
    }

    var httpStatus: HTTPResponse.Status { .init(code: status, reasonPhrase: title) }
}

extension Problem {
    static func unauthorized(_ detail: String) -> Problem { Problem(.unauthorized, "unauthorized", detail) }
    static func forbidden(_ detail: String) -> Problem { Problem(.forbidden, "forbidden", detail) }
    static func notFound(_ detail: String) -> Problem { Problem(.notFound, "not_found", detail) }
    static func invalid(_ detail: String, field: String? = nil) -> Problem {
        Problem(.badRequest, "invalid_request", detail, field: field)
    }
}

extension Problem {
    /// Makes the problem document of an error; an internal one reveals no details.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as LiveIngestError:
            self.init(.serviceUnavailable, error.code.rawValue, error.message, retryAfterSeconds: 1)
        case is CancellationError:
            self.init(.requestTimeout, "abandoned", "the client disconnected before the request was complete")
        case let error as StorageError: self.init(error)
        case let error as VisitPipelineError: self.init(error)
        case let error as MemberEngineError: self.init(.badRequest, "invalid_request", error.message)
        case let error as TrackingEngineError:
            self.init(.badRequest, "invalid_request", error.message, field: error.option)
        case let error as InterchangeError: self.init(.badRequest, "unusable_file", error.message)
        case let error as MonthReportError:
            self.init(error.code == .payout ? .badRequest : .conflict, error.code.rawValue, error.message)
        case let error as TablesError where error.code == .tooLong:
            self.init(.badRequest, error.code.rawValue, error.message)
        case is TablesError:
            self.init(
                .serviceUnavailable,
                "output",
                "the file can't be written at the moment; retry later",
                retryAfterSeconds: 30
            )
        case let error as ValidationError:
            self.init(.badRequest, "invalid_request", error.message, field: error.code.rawValue)
        case let error as HTTPError where error.status == .notFound:
            self.init(.notFound, "not_found", "no such address; /v1/openapi.json lists all of them")
        case let error as HTTPError where error.status == .contentTooLarge:
            self.init(.contentTooLarge, "too_large", "the body is too long; send less in one request")
        case let error as HTTPError:
            self.init(error.status, "http_\(error.status.code)", error.body ?? error.status.reasonPhrase)
        case let failure as RequestHeadCheck.Failure:
            self.init(
                .badRequest,
                "invalid_host",
                failure == .missingHost ? "the request names no host" : "the request names more than one host"
            )
        case HTTPParserError.headerOverflow:
            self.init(.requestHeaderFieldsTooLarge, "head_too_large", "the head of the request is too long")
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
            self.init(.badRequest, "incomplete_request", "the connection closed before the request was complete")
        case is HTTPParserError: self.init(.badRequest, "malformed_request", "the request is not valid HTTP/1.1")
        case _ where Self.isDisconnection(error):
            self.init(.badRequest, "incomplete_request", "the connection closed before the request was complete")
        default:
            self.init(.internalServerError, "internal", "internal error; see the service's log")
        }
    }

    private static func isDisconnection(_ error: any Error) -> Bool {
        switch error {
        case is CancellationError, is ChannelError: true
        // ECONNRESET, EPIPE, ENOTCONN, ETIMEDOUT: the client's disconnections.
        case let error as IOError: [104, 32, 107, 110].contains(error.errnoCode)
        default: false
        }
    }

    private init(_ error: StorageError) {
        switch error.code {
        case .unknownName: self.init(.notFound, "unknown_name", error.message)
        case .conflict, .repeatedName, .overlappingVisit: self.init(.conflict, error.code.rawValue, error.message)
        case .invalidRequest: self.init(.badRequest, "invalid_request", error.message)
        case .notWiped:
            self.init(.serviceUnavailable, "not_wiped", error.message, retryAfterSeconds: 30)
        case .outpaced:
            self.init(.serviceUnavailable, "outpaced", error.message, retryAfterSeconds: 1)
        case _ where error.isOfTheMachine:
            // Details of the machine's errors are for the operator, and in the log.
            self.init(
                .serviceUnavailable,
                error.code.rawValue,
                "the database can't be written at the moment; retry later",
                retryAfterSeconds: error.code == .diskFull ? 30 : 5
            )
        default: self.init(.internalServerError, "internal", "internal error; see the service's log")
        }
    }

    private init(_ error: VisitPipelineError) {
        switch error.code {
        case .unknownDevice, .unknownEndpoint: self.init(.notFound, error.code.rawValue, error.message)
        case .unusableInput, .endpoint, .policy: self.init(.badRequest, "invalid_request", error.message)
        default: self.init(.internalServerError, "internal", "internal error; see the service's log")
        }
    }
}
