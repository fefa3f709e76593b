/// A member file.
///
/// A row names a member and, each optional, a verified facility, a phone and its platform. A member may have many rows.
/// An empty `facility_id` adds nothing to the member's list: a member without a facility in any row has no list and may
/// visit the whole network. `-` means an empty list.
package typealias MemberDocument = DelimitedDocument<MemberRowReader>

extension MemberDocument {
    package init(
        file: String,
        overrides: [MemberField: String] = [:],
        dialect: Dialect? = nil,
        diagnosticLimit: Int = 100_000
    ) {
        self.init(
            file: file,
            overrides: overrides,
            source: RecordSource(dialect: dialect),
            diagnosticLimit: diagnosticLimit
        ) { columns, _ in
            MemberRowReader(columns: columns)
        }
    }
}

package enum MemberField: String, ColumnField {
    /// The member's id in the customer's systems.
    case memberID = "member_id"
    /// The id of a verified facility of the member.
    case facilityID = "facility_id"
    case deviceID = "device_id"
    case platform
    /// The IANA name of the member's time zone.
    case timeZone = "time_zone"
    case memberName = "member_name"
    /// The name of the member's group, for instance the employer.
    case group
}

package typealias MemberColumns = ColumnMapping<MemberField>
