/// What a column of a member file may hold.
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

    /// The header names that people give the column, the most telling first.
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

/// Which column of a member file holds which field.
package typealias MemberColumns = ColumnMapping<MemberField>
