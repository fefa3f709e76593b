internal import Foundation
internal import Hummingbird
internal import NIOCore

/// The JSON encoding of the service: sorted keys, so that equal content has equal bytes.
enum JSONDocument {
    /// In UTF-8.
    static func encoded(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            // The service's own documents contain only values that JSON can represent.
            preconditionFailure("\(type(of: value)) can't be encoded as JSON: \(error)")
        }
    }
}

extension Response {
    static func json(
        _ value: some Encodable,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONDocument.encoded(value)))
        )
    }

    /// Takes bytes that are JSON already.
    static func rawJSON(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}

extension String {
    /// `nil` where the text is empty.
    var orNothing: String? { isEmpty ? nil : self }
}

extension Double {
    /// Of metres, more would be noise.
    var inTenths: Double { (self * 10).rounded() / 10 }
}
