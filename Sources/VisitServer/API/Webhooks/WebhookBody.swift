internal import VisitModel
internal import VisitPipeline

struct WebhookBody: RequestDocument {
    let url: String
    let id: String?
    let events: [String]?
    let facilities: [String]?
    let includesLocation: Bool?
    let format: WebhookEndpoint.Format?
    let algorithm: EndpointSigning?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case url, id, events, facilities, format, algorithm
        case includesLocation = "includes_location"
    }

    /// Returns the validated endpoint; throws `Problem` for an invalid value.
    ///
    /// `exceptions` are those to public https addresses. `generator` is the source of a generated id.
    func endpoint(
        _ exceptions: WebhookEndpoint.Exceptions,
        using generator: inout some RandomNumberGenerator
    ) throws -> WebhookEndpoint {
        let name = id ?? "ep_" + StableDigest.text(of: generator.next())
        guard url.utf8.count <= 2_000 else {
            throw Problem.invalid("`url` has \(url.utf8.count) bytes, expected at most 2000", field: "url")
        }
        return WebhookEndpoint(
            id: try PlainText.identifier(name, "id"),
            url: url,
            types: try Self.types(events),
            facilities: try Self.facilities(facilities),
            format: format ?? .standard,
            includesLocation: includesLocation ?? false,
            exceptions: exceptions
        )
    }

    /// `nil` for the types of visits.
    static func types(_ names: [String]?) throws -> Set<MessageType>? {
        guard let names, names != ["visit.*"] else { return nil }
        guard !names.isEmpty else {
            throw Problem.invalid("`events` names no type; omit it for visit.*", field: "events")
        }
        return try names.reduce(into: Set<MessageType>()) { types, name in
            let matching = MessageType.named(name)
            guard !matching.isEmpty else {
                let known = MessageType.selectable.map(\.rawValue).joined(separator: ", ")
                throw Problem.invalid(
                    "`events` holds an unknown message type, expected \(known), visit.* or *",
                    field: "events"
                )
            }
            types.formUnion(matching)
        }
    }

    /// `nil` for all facilities.
    static func facilities(_ ids: [String]?) throws -> Set<FacilityID>? {
        guard let ids else { return nil }
        guard !ids.isEmpty, ids.count <= 10_000 else {
            throw Problem.invalid(
                "`facilities` has \(ids.count) ids, expected 1 to 10000; use null for all",
                field: "facilities"
            )
        }
        return Set(try ids.map { try PlainText.identifier($0, "facilities") })
    }
}

/// Absent keys change nothing.
struct WebhookPatch: RequestDocument {
    let isEnabled: Bool?
    let events: [String]?
    let facilities: [String]?
    /// Whether the key `facilities` is present, if only as null.
    let changesFacilities: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case events, facilities
        case isEnabled = "enabled"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled)
        events = try container.decodeIfPresent([String].self, forKey: .events)
        facilities = try container.decodeIfPresent([String].self, forKey: .facilities)
        changesFacilities = container.contains(.facilities)
    }
}

struct RotationBody: RequestDocument {
    let overlapHours: Int?
    let algorithm: EndpointSigning?
    let force: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case algorithm, force
        case overlapHours = "overlap_hours"
    }
}

extension EndpointSigning: RequestWord {}
extension WebhookEndpoint.Format: RequestWord {}
