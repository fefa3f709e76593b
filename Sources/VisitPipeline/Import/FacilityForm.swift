package import Interchange
package import VisitModel

/// A facility as entered in a form, not yet validated.
package struct FacilityForm: Hashable, Sendable {
    package var id: FacilityID
    package var name: String
    package var address: PostalAddress
    /// The fence, dwell threshold and time zone, each in the format of a facility file; missing fields get the same
    /// defaults.
    package var fields: [FacilityField: String]

    package init(id: FacilityID, name: String, address: PostalAddress, fields: [FacilityField: String]) {
        self.id = id
        self.name = name
        self.address = address
        self.fields = fields
    }

    /// The fields that are parsed as in a facility file.
    static let columns: [FacilityField] = [
        .latitude, .longitude, .radiusMeters, .dwellSeconds, .timeZone, .boundary,
    ]

    /// The form as a facility file of one row.
    var file: [UInt8] {
        let header = ([.facilityID] + Self.columns).map(\.rawValue)
        let row = ["form"] + Self.columns.map { fields[$0] ?? "" }
        let lines = [header, row].map { cells in
            cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
        }
        return Array(lines.joined().utf8)
    }
}

/// The result of validating a form with the rules of a facility file.
package struct FacilityFormResult: Sendable {
    /// `nil` where the form has errors.
    package let facility: Facility?
    /// The column of an entry names the form's field.
    package let diagnostics: [Diagnostic]
}
