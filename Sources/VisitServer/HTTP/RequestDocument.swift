internal import Foundation
internal import HTTPTypes
internal import Interchange
internal import WireJSON

/// A JSON object in the body of a request, which has its `CodingKeys` as members and no others.
///
/// Another member is refused, so that a mistyped name is not taken for an absent one. The OpenAPI document declares the
/// same members.
protocol RequestDocument: Decodable, Sendable {
    associatedtype CodingKeys: CodingKey, CaseIterable
    /// The members that are such objects themselves.
    static var parts: [String: any RequestDocument.Type] { get }
    /// The members of a published format that are accepted and have no effect.
    static var ignoredMembers: [String] { get }
}

extension RequestDocument {
    static var parts: [String: any RequestDocument.Type] { [:] }
    static var ignoredMembers: [String] { [] }
    static var members: [String] { CodingKeys.allCases.map(\.stringValue) }

    /// Decodes a body; throws `Problem` for one that is not JSON, has an unknown member or one twice, or has an invalid
    /// value.
    static func decoded(_ bytes: [UInt8]) throws -> Self {
        guard bytes.contains(where: { $0 > 0x20 }) else {
            throw Problem.invalid(
                "the body is missing, expected a JSON object, which may be {} where it needs no member"
            )
        }
        if let repeated = JSONScanner(bytes).repeatedKey?.path {
            let path = Problem.shortened(repeated)
            throw Problem.invalid("`\(path)` is in the body twice; give it once", field: path)
        }
        do {
            return try JSONDecoder().decode(CheckedDocument<Self>.self, from: Data(bytes)).document
        } catch let error as Problem {
            throw error
        } catch let error as DecodingError {
            throw Problem.invalid(error.sentence, field: error.field)
        } catch {
            throw Problem.invalid("the body is not JSON")
        }
    }

    fileprivate static func check(_ container: KeyedDecodingContainer<MemberName>, at place: String) throws {
        let names = container.allKeys.map(\.stringValue)
        if let unknown = names.filter({ !members.contains($0) && !ignoredMembers.contains($0) }).min() {
            throw Problem.unknownField(unknown, of: place, known: members)
        }
        for (name, part) in parts {
            // What is no object is refused with its value.
            guard let nested = try? container.nestedContainer(keyedBy: MemberName.self, forKey: MemberName(name)) else {
                continue
            }
            try part.check(nested, at: place + name + ".")
        }
    }
}

/// Checks the names of the members before any value.
private struct CheckedDocument<Document: RequestDocument>: Decodable {
    let document: Document

    init(from decoder: any Decoder) throws {
        try Document.check(decoder.container(keyedBy: MemberName.self), at: "")
        document = try Document(from: decoder)
    }
}

private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// A word of a request's body, one of a few.
protocol RequestWord: RawRepresentable, CaseIterable, Decodable where RawValue == String {}

extension RequestWord {
    /// Throws `Problem` with the known words for an unknown one.
    init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(rawValue: word) else {
            let path = DecodingError.path(decoder.codingPath) ?? ""
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid("`\(path)` is `\(Problem.shortened(word))`, expected one of \(known)", field: path)
        }
        self = value
    }
}

/// The members of any JSON object.
struct AnyDocument: Decodable {
    let members: [String]

    init(from decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue).sorted()
    }
}

extension Problem {
    /// An unknown field of a body or a form, with the known name that was probably meant.
    ///
    /// `place` is the path of the object that has the field, with a dot at its end; empty for the body itself.
    static func unknownField(_ name: String, of place: String = "", known: [String]) -> Problem {
        let path = place + shortened(name)
        let list = known.isEmpty ? "it has no body" : "expected \(known.map { place + $0 }.joined(separator: ", "))"
        let hint = NearestName.find(field: name, in: known).map { "did you mean `\(place)\($0)`?" } ?? list
        return Problem(.badRequest, "unknown_field", "`\(path)` is not a field of this request; \(hint)", field: path)
    }

    /// A name is quoted in a message, whatever a client sent.
    fileprivate static func shortened(_ name: String) -> String {
        let limit = 100
        return name.count > limit ? "\(name.prefix(limit))…" : name
    }
}
