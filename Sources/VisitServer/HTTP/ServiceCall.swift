internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// A request to an endpoint, with its parameters.
struct ServiceCall: Sendable {
    let request: Request
    let context: ServiceContext
    /// The authenticated client; `nil` only at an open endpoint and at a page.
    let principal: Principal?
    /// The user name of the credentials.
    let userName: String?

    /// A path parameter, by its name in the braces, unquoted.
    func parameter(_ name: String) throws -> String {
        guard let text = context.parameters.get(name), let plain = text.removingPercentEncoding, !plain.isEmpty else {
            throw Problem.invalid("`\(name)` is missing in the path", field: name)
        }
        return plain
    }

    /// A query parameter, unquoted; `nil` where it is absent or empty.
    func query(_ name: String) -> String? {
        guard let text = request.uri.queryParameters[Substring(name)], !text.isEmpty else { return nil }
        return String(text)
    }

    /// All values of a repeatable query parameter, unquoted.
    func queries(_ name: String) -> [String] {
        request.uri.queryParameters[values: Substring(name)].map(String.init).filter { !$0.isEmpty }
    }

    /// A number of the query within a range.
    func query(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = query(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.invalid(
                "`\(name)` is `\(text)`, expected a number from \(range.lowerBound) to \(range.upperBound)",
                field: name
            )
        }
        return number
    }

    /// A header.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    /// Reads the whole body, decompressed.
    ///
    /// - Parameter limits: the length limits.
    /// - Returns: the bytes.
    /// - Throws: as `BodyLimits.read`.
    func body(_ limits: BodyLimits) async throws -> [UInt8] {
        try await limits.read(request)
    }

    /// Reads the body as JSON.
    func json<Value: Decodable>(_ type: Value.Type, _ limits: BodyLimits) async throws -> Value {
        let bytes = try await body(limits)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem.invalid(error.sentence, field: error.field)
        } catch {
            throw Problem.invalid("the body is not JSON")
        }
    }
}

extension DecodingError {
    /// The error as a sentence.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "the body does not have the expected JSON structure" : "`\(field ?? "")` has an unexpected value"
        @unknown default: "the body does not have the expected JSON structure"
        }
    }

    /// The invalid field.
    var field: String? {
        switch self {
        case .keyNotFound(let key, let context):
            (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty ? nil : context.codingPath.map(\.stringValue).joined(separator: ".")
        @unknown default: nil
        }
    }
}
