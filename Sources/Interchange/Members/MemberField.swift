/// The fields of a member file.
package enum MemberField: String, ColumnField {
    /// The member's id in the customer's systems.
    case memberID = "member_id"
    /// The id of a verified facility of the member.
    case facilityID = "facility_id"
    /// The id of a phone of the member.
    case deviceID = "device_id"
    /// The phone's operating system.
    case platform
    /// The IANA name of the member's time zone.
    case timeZone = "time_zone"

    /// The common header names of the column, by rank.
    package var columnNames: [String] {
        switch self {
        case .memberID:
            [
                "memberid", "membernumber", "memberno", "membershipid", "membershipnumber", "userid", "customerid",
                "clientid", "personid", "patientid", "member", "user",
            ]
        case .facilityID:
            [
                "facilityid", "storeid", "storenumber", "siteid", "locationid", "gymid", "clubid", "clinicid",
                "branchid",
                "placeid", "geofenceid", "facility", "gym", "club", "clinic", "store", "site", "location",
            ]
        case .deviceID: ["deviceid", "phoneid", "deviceuuid", "deviceidentifier", "device", "phone", "uuid"]
        case .platform: ["platform", "deviceplatform", "os", "operatingsystem", "deviceos"]
        case .timeZone: ["timezone", "timezoneid", "ianatimezone", "timezonename", "tz", "tzid", "tzname"]
        }
    }
}

/// The mapping from the fields to the columns of a member file.
package typealias MemberColumns = ColumnMapping<MemberField>
