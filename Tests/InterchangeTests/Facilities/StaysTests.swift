import Testing
import VisitModel

@testable import Interchange

@Suite("How long people stay at a facility")
struct StaysTests {
    private static func stored(_ stays: Facility.Stays) throws -> Facility {
        Facility(
            id: try FacilityID("a"),
            geofence: .circle(center: try Coordinate(latitude: 5, longitude: 5), radius: .standard),
            stays: stays
        )
    }

    @Test(
        "a word is read in upper or lower case, with blanks around it, and in five languages",
        arguments: [
            ("long", .long), ("Long", .long), (" LONG ", .long), ("\u{A0}long", .long), ("lang", .long),
            ("longue", .long), ("larga", .long), ("lunga", .long), ("short", .short), ("Short ", .short),
            ("kurz", .short), ("court", .short), ("corta", .short), ("breve", .short),
        ] as [(String, Facility.Stays)]
    )
    func words(cell: String, stays: Facility.Stays) throws {
        let reading = try FacilityReading(header: "id,lat,lon,stays", "a,5,5,\(cell)")
        #expect(reading.rows.map(\.facility.stays) == [stays])
        #expect(reading.messages.isEmpty)
    }

    @Test("without a column, a word or a stored facility it is short", arguments: [nil, "", "NA", "-"] as [String?])
    func standard(cell: String?) throws {
        let reading = try FacilityReading(cell.map { "id,lat,lon,stays\na,5,5,\($0)\n" } ?? "id,lat,lon\na,5,5\n")
        #expect(reading.rows.map(\.facility.stays) == [.short])
        #expect(reading.rows.first?.kept == [])
        #expect(reading.messages.isEmpty)
    }

    @Test(
        "another word is warned of, and the stored value stays",
        arguments: [("8 h", nil), ("longer", .long), ("yes", .short)] as [(String, Facility.Stays?)]
    )
    func unknown(cell: String, known: Facility.Stays?) throws {
        let stored = try known.map { [try Self.stored($0)] } ?? []
        let reading = try FacilityReading("id,lat,lon,Aufenthaltsart\na,5,5,\(cell)\n", stored: stored)
        #expect(reading.rows.map(\.facility.stays) == [known ?? .short])
        #expect(
            reading.messages == [
                "gyms.csv:2: Aufenthaltsart: warning: `\(cell)` does not say how long people stay, expected short or long; "
                    + "the stored value, or else short, is used instead"
            ]
        )
    }

    @Test("a document can be asked to refuse a row for another word")
    func refused() throws {
        var document = FacilityDocument(file: "form", unreadableValue: .error)
        var rows: [FacilityRow] = []
        try document.consume(Array("id,lat,lon,stays\n1,5,5,weeks\n2,5,5,long\n".utf8)) { rows.append($0) }
        try document.finish { rows.append($0) }
        #expect(rows.map(\.facility.stays) == [.long])
        #expect(
            document.diagnostics.entries.map(\.description) == [
                "form:2: stays: `weeks` does not say how long people stay, expected short or long"
            ]
        )
    }

    @Test("a file without the column or the word keeps what is stored, and a hyphen clears it")
    func partial() throws {
        let stored = try Self.stored(.long)
        for text in ["id,name\na,A\n", "id,name,stays\na,A,\n", "id,name,stays\na,A,null\n"] {
            let reading = try FacilityReading(text, stored: [stored])
            #expect(reading.rows.map(\.facility.stays) == [.long])
            #expect(reading.rows.first?.kept.contains(.stays) == true)
        }
        let cleared = try FacilityReading("id,stays\na,-\n", stored: [stored])
        #expect(cleared.rows.map(\.facility) == [try Self.stored(.short)])
        #expect(cleared.rows.first?.kept == .position)
    }

    @Test("rows of one facility for two members that differ in it are named")
    func members() throws {
        let reading = try FacilityReading(header: "id,lat,lon,stays,member_id", "a,5,5,long,m1", "a,5,5,short,m2")
        #expect(reading.remarks == ["repeated_id:3"])
    }
}
