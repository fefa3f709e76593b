package import Interchange
package import VisitModel

/// One facility as somebody fills it in, before it is checked.
package struct FacilityForm: Hashable, Sendable {
    /// Which facility.
    package var id: FacilityID
    /// What people call it.
    package var name: String
    /// Where it is.
    package var address: PostalAddress
    /// Fence, dwell threshold and time zone, each as a facility file writes it; what is missing gets what it gets there.
    package var fields: [FacilityField: String]

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - id: which facility.
    ///   - name: what people call it.
    ///   - address: where it is.
    ///   - fields: fence, dwell threshold and time zone, each as a facility file writes it.
    package init(id: FacilityID, name: String, address: PostalAddress, fields: [FacilityField: String]) {
        self.id = id
        self.name = name
        self.address = address
        self.fields = fields
    }

    /// The fields that are read as a facility file's are.
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

/// A form after the checks that a facility file goes through.
package struct FacilityFormResult: Sendable {
    /// The facility; `nil` where the form can't be used.
    package let facility: Facility?
    /// What is wrong with it, or remarkable; the column names the field.
    package let diagnostics: [Diagnostic]
}
