internal import VisitModel
internal import VisitStore

struct MemberResponse: Encodable, Sendable {
    let member: String
    /// Without a list the member may visit the whole network.
    let hasList: Bool
    @OrNull var facilityCount: Int?
    /// Where a single member is requested.
    var facilities: OrNull<[String]>?
    let devices: [String]
    @OrNull var timeZone: String?

    enum CodingKeys: String, CodingKey {
        case member, facilities, devices
        case hasList = "has_list"
        case facilityCount = "facility_count"
        case timeZone = "time_zone"
    }

    init(_ stored: StoredMember, withFacilities: Bool) {
        member = stored.member.id.text
        hasList = stored.member.facilities != nil
        devices = stored.devices.map(\.id.text)
        facilityCount = stored.member.facilities?.count
        timeZone = stored.timeZone?.identifier
        facilities = withFacilities ? OrNull(wrappedValue: stored.member.facilities?.sorted().map(\.text)) : nil
    }
}

struct MemberBody: Decodable, Sendable {
    /// `nil` for the whole network.
    let facilities: [String]?
    let timeZone: String?

    enum CodingKeys: String, CodingKey {
        case facilities
        case timeZone = "time_zone"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // The whole network needs an explicit null: a missing key is an error.
        guard container.contains(.facilities) else {
            throw DecodingError.keyNotFound(
                CodingKeys.facilities,
                .init(codingPath: [], debugDescription: "missing")
            )
        }
        facilities = try container.decodeIfPresent([String].self, forKey: .facilities)
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
    }

    func list() throws -> Set<FacilityID>? {
        guard let facilities else { return nil }
        return Set(
            try facilities.map { text in
                try PlainText.valid("facilities") { () throws(ValidationError) in try FacilityID(text) }
            }
        )
    }

    func zone() throws -> TimeZoneName? {
        guard let timeZone else { return nil }
        return try PlainText.valid("time_zone") { () throws(ValidationError) in try TimeZoneName(timeZone) }
    }
}
