import Testing
import VisitModel

@testable import Interchange

@Suite("Member files")
struct MemberDocumentTests {
    private func read(_ text: String) throws -> (rows: [MemberRow], document: MemberDocument) {
        var document = MemberDocument(file: "members.csv")
        var rows: [MemberRow] = []
        try document.consume(Array(text.utf8)) { rows.append($0) }
        try document.finish { rows.append($0) }
        return (rows, document)
    }

    @Test("a character that can't be seen is a warning at its row and column")
    func hiddenCharacters() throws {
        let (rows, document) = try read("Member ID,device_id\nm1,p1\nm\u{2066}2,p2\nm3,p\u{FEFF}3\n")
        #expect(rows.count == 3)
        #expect(document.diagnostics.entries.map(\.line) == [3, 4])
        #expect(document.diagnostics.entries.map(\.column) == ["Member ID", "device_id"])
        #expect(document.diagnostics.countsByCode == ["hidden_character": 2])
    }

    @Test("a row names a member, a facility, a phone and its platform")
    func rows() throws {
        let (rows, document) = try read(
            """
            Member ID;facility_id;device_id;platform;time_zone
            m1;g1;phone-1;iOS;Europe/Paris
            m1;g2;;;
            m2;;phone-2;ANDROID;
            m3;-;;;
            """
        )
        let m1 = try MemberID("m1")
        #expect(
            rows == [
                MemberRow(
                    member: m1,
                    access: .facility(try FacilityID("g1")),
                    device: try DeviceID("phone-1"),
                    platform: .ios,
                    timeZone: try TimeZoneName("Europe/Paris"),
                    line: 2
                ),
                MemberRow(member: m1, access: .facility(try FacilityID("g2")), line: 3),
                MemberRow(
                    member: try MemberID("m2"),
                    access: .unstated,
                    device: try DeviceID("phone-2"),
                    platform: .android,
                    line: 4
                ),
                MemberRow(member: try MemberID("m3"), access: .emptyList, line: 5),
            ]
        )
        #expect(document.diagnostics.entries.isEmpty)
        #expect(document.recordCount == 4)
    }

    @Test("a name and a group are kept where a row has none, and removed by a dash")
    func details() throws {
        let (rows, document) = try read(
            """
            Employee ID,Name,Employer
            m1,Ann Carver,Harrow Foods
            m1,,
            m2,-,-
            """
        )
        #expect(
            rows.map(\.details) == [
                MemberDetailsChange(
                    name: .set(try MemberName("Ann Carver")),
                    group: .set(try GroupID("Harrow Foods"))
                ),
                MemberDetailsChange(), MemberDetailsChange(name: .removed, group: .removed),
            ]
        )
        #expect(document.diagnostics.countsByCode == ["repeated_row": 1])
    }

    @Test("a second group of a member is an error, a second name a warning, and groups that look alike are a warning")
    func contradictions() throws {
        let (rows, document) = try read(
            """
            member_id,facility_id,member_name,group
            m1,g1,Ann,Acme
            m1,g2,Anna,Acme
            m1,g3,Ann,Beta
            m1,g4,Ann,-
            m2,g1,Ben,Caf\u{E9}
            m3,g1,Cleo,Cafe\u{301}
            """
        )
        #expect(rows.map(\.line) == [2, 3, 6, 7])
        #expect(document.diagnostics.countsByCode["member_of_two_groups"] == 2)
        #expect(document.diagnostics.countsByCode["member_with_two_names"] == 1)
        #expect(document.diagnostics.countsByCode.values.reduce(0, +) == 4, "\(document.diagnostics.countsByCode)")
    }

    @Test(
        "a bad row is named with its place, column and remedy",
        arguments: [
            (",g1,,", "members.csv:2: member_id: the member is missing, expected the member's id"),
            (
                "m1,NA,,",
                "members.csv:2: facility_id: `NA` is not a facility, expected an id, nothing for all facilities, "
                    + "or `-` for none"
            ),
            ("m1,g1,d1,symbian", "members.csv:2: platform: `symbian` is not a platform, expected ios or android"),
            ("m1,g1", "members.csv:2: the row has 2 fields, expected 4 as in the header"),
            (
                "m0,g1,good,",
                "members.csv:3: device_id: `good` belongs to another member on line 2, expected one member per device"
            ),
        ]
    )
    func badRows(row: String, message: String) throws {
        let (rows, document) = try read("member_id,facility_id,device_id,platform\n\(row)\nm9,g9,good,ios\n")
        #expect(document.diagnostics.entries.map(\.description) == [message])
        #expect(rows.count == 1)
    }

    @Test("what is odd is warned of and taken")
    func warnings() throws {
        let (rows, document) = try read("member_id,facility_id,platform\nm1,g1,ios\nm1,g1,\n")
        #expect(rows.count == 2)
        #expect(document.diagnostics.entries.map(\.code) == ["platform_without_device", "repeated_row"])
    }

    @Test(
        "headers are matched by the names people use, in five languages",
        arguments: [
            ("Employee ID", MemberField.memberID), ("employee_number", .memberID), ("Staff No.", .memberID),
            ("Membership Number", .memberID), ("Personalnummer", .memberID), ("Mitarbeiter-Nr.", .memberID),
            ("Mitgliedsnummer", .memberID), ("Kundennummer", .memberID), ("Nr", .memberID), ("ID", .memberID),
            ("Matricule", .memberID), ("N° adhérent", .memberID), ("Salarié", .memberID), ("Identifiant", .memberID),
            ("Número de socio", .memberID), ("ID empleado", .memberID), ("Matricola", .memberID),
            ("Numero tessera", .memberID), ("Dipendente", .memberID), ("Standort-Nr.", .facilityID),
            ("Filiale", .facilityID), ("Code site", .facilityID), ("Établissement", .facilityID),
            ("Gimnasio", .facilityID), ("Codice sede", .facilityID), ("Geräte-ID", .deviceID), ("Gerät", .deviceID),
            ("Appareil", .deviceID), ("Dispositivo", .deviceID), ("Betriebssystem", .platform),
            ("Système d'exploitation", .platform), ("Plataforma", .platform), ("Zeitzone", .timeZone),
            ("Fuseau horaire", .timeZone), ("Zona horaria", .timeZone), ("Fuso orario", .timeZone),
        ]
    )
    func names(header: String, field: MemberField) throws {
        let columns = try MemberColumns(headers: ["other", header])
        #expect(columns.chosen.map(\.field) == [field])
    }

    @Test("no name stands for two fields")
    func disjoint() {
        let names = MemberField.allCases.flatMap(\.columnNames)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { ColumnName.normalized($0) == $0 })
    }

    @Test("a number of the members' own goes before any other")
    func rank() throws {
        let columns = try MemberColumns(headers: ["Nr", "Personalnummer", "Filiale"])
        #expect(columns.header(.memberID) == "Personalnummer")
    }

    @Test("a file without members is refused", arguments: ["", "facility_id\ng1\n"])
    func refused(text: String) {
        #expect(throws: InterchangeError.self) { try read(text) }
    }

    @Test("names that look alike and are two are warned of, once each")
    func lookAlikes() throws {
        let (rows, document) = try read(
            "member_id,device_id\ncaf\u{E9},p1\ncafe\u{301},p2\ncafe\u{301},p3\ncaf\u{E9},n\u{303}\nx,\u{F1}\n"
        )
        #expect(Set(rows.map(\.member)).count == 3)
        let warnings = document.diagnostics.entries.filter { $0.code == "look_alike_id" }
        #expect(warnings.map(\.line) == [3, 6])
    }
}
