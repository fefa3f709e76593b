package enum FacilityField: String, ColumnField {
    /// The facility's id in the customer's systems.
    case facilityID = "facility_id"
    case name
    /// The house number, where it has its own column.
    case houseNumber = "house_number"
    /// Street and house number, or the first line of the address.
    case address
    case address2
    case address3
    case city
    /// State, region, county or province.
    case state
    case postalCode = "postal_code"
    case country
    /// Degrees north.
    case latitude
    /// Degrees east.
    case longitude
    /// Latitude and longitude in one column.
    case coordinates
    case radiusMeters = "radius_m"
    case dwellSeconds = "dwell_seconds"
    case dwellMinutes = "dwell_minutes"
    /// The IANA name of the time zone.
    case timeZone = "time_zone"
    /// How long people stay: `short` or `long`.
    case stays
    /// The id of the facility that this one is a part of.
    case partOf = "part_of"
    /// The fence as polygons in WKT, GeoJSON or hexadecimal WKB.
    case boundary
    /// A member with this verified facility.
    case memberID = "member_id"
}

package typealias FacilityColumns = ColumnMapping<FacilityField>

extension FacilityField {
    /// Recognizes a column of house numbers by the street before it.
    ///
    /// `Nr` and its like are usually the facility's own number; directly after the street they are that of the house.
    package static func correct(_ indices: inout [FacilityField: Int], names: [String], fixed: Set<FacilityField>) {
        guard let address = indices[.address], indices[.houseNumber] == nil, !fixed.contains(.houseNumber) else {
            return
        }
        let next = address + 1
        guard next < names.count, ambiguousNumberNames.contains(names[next]) else { return }
        if indices[.facilityID] == next {
            guard !fixed.contains(.facilityID) else { return }
            indices[.facilityID] = FacilityField.facilityID.column(among: names, excluding: next)
        }
        indices[.houseNumber] = next
    }

    private static let ambiguousNumberNames: Set<String> = ["nr", "no", "num", "nummer", "numero", "number"]

    /// Whether a house number in a column of a name is written after the street, as in German, Italian and Spanish.
    static func houseNumberFollows(_ header: String) -> Bool {
        !["addrhousenumber", "housenumber", "houseno", "streetnumber"].contains(ColumnName.normalized(header))
    }
}

/// Fields of a facility, for instance those that an import did not change because its file does not have them.
package struct FacilityFields: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    static let name = Self(rawValue: 1 << 0)
    static let address = Self(rawValue: 1 << 1)
    static let city = Self(rawValue: 1 << 2)
    static let state = Self(rawValue: 1 << 3)
    static let postalCode = Self(rawValue: 1 << 4)
    static let country = Self(rawValue: 1 << 5)
    static let position = Self(rawValue: 1 << 6)
    static let radius = Self(rawValue: 1 << 7)
    static let boundary = Self(rawValue: 1 << 8)
    static let dwellThreshold = Self(rawValue: 1 << 9)
    static let timeZone = Self(rawValue: 1 << 10)
    static let stays = Self(rawValue: 1 << 11)
    static let partOf = Self(rawValue: 1 << 12)

    /// The names of all fields in reports, in their order.
    package static let names: [(field: FacilityFields, name: String)] = [
        (.name, "name"), (.address, "address"), (.city, "city"), (.state, "state"), (.postalCode, "postal_code"),
        (.country, "country"), (.position, "position"), (.radius, "radius_m"), (.boundary, "boundary"),
        (.dwellThreshold, "dwell_seconds"), (.timeZone, "time_zone"), (.stays, "stays"), (.partOf, "part_of"),
    ]
}
