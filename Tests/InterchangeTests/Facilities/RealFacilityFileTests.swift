import Interchange
import Testing
import VisitModel

@Suite(
    "Real facility files",
    .enabled(
        if: FacilityFiles.arePresent,
        "the real facility files are not here; name their folder in FOOTFALL_SHARED_DATA"
    )
)
struct RealFacilityFileTests {
    @Test("seven files are read as a person reads them", arguments: FacilityFiles.expectations)
    func statistics(expected: FacilityFiles.Expectation) throws {
        let reading = try FacilityFiles.reading(expected.file)
        let document = reading.document
        #expect(document.recordCount == expected.records)
        #expect(document.usableCount == expected.usable_rows)
        #expect(reading.rows.count == expected.usable_rows)
        #expect(reading.count("missing_coordinate") == expected.rows_missing_coordinate ?? 0)
        #expect(reading.count("twin") == expected.duplicate_name_and_point)
        #expect(reading.count("repeated_id") == expected.duplicate_ids)
        #expect(document.distinctFacilities == expected.usable_rows - expected.duplicate_ids)
        #expect(reading.rows.filter { document.isLast($0) }.count == document.distinctFacilities)
        #expect(document.dialect?.delimiter.rawValue == expected.delimiter.utf8.first)
    }

    @Test("seven files are mapped as a person maps them", arguments: FacilityFiles.expectations)
    func mapping(expected: FacilityFiles.Expectation) throws {
        let columns = try FacilityColumns(headers: expected.header)
        func header(_ field: FacilityField) -> String? { columns[field].map { columns.headers[$0] } }
        let mapping = expected.mapping
        #expect(header(.facilityID) == mapping.id)
        #expect(header(.name) == mapping.name)
        #expect([.address, .address2, .address3].compactMap(header) == mapping.address)
        #expect(header(.city) == mapping.city)
        // Where there is no state, a person may read the country for it.
        #expect(header(.state) ?? header(.country) == mapping.state)
        #expect(header(.latitude) == mapping.lat)
        #expect(header(.longitude) == mapping.lon)
    }

    @Test("nothing depends on how a file is cut", arguments: [977, 1 << 20])
    func chunks(chunk: Int) throws {
        let whole = try FacilityFiles.reading("nhs_clinics.csv")
        let cut = try FacilityFiles.read("nhs_clinics.csv", chunk: chunk)
        #expect(cut.rows == whole.rows)
        #expect(cut.document.diagnostics.entries == whole.document.diagnostics.entries)
    }

    @Test("the shop with swapped coordinates is warned of, with the remedy")
    func swappedShop() throws {
        let reading = try FacilityFiles.reading("us_sephora_one_swapped.csv")
        let swapped = try #require(reading.rows.first { $0.facility.id.text == "801591" })
        let warning = try #require(
            reading.document.diagnostics.entries.first { $0.code == "far_coordinate" && $0.line == swapped.line }
        )
        #expect(warning.severity == .warning)
        #expect(warning.message.contains("swapped"))
        // A carriage return inside a street does not end the row.
        #expect(reading.document.recordCount == 1593)
        #expect(reading.rows.contains { $0.facility.id.text == "1256" })
    }

    @Test(
        "few points are reported as far away",
        arguments: [
            ("osm_us_gyms_tab.csv", 1), ("hifld_hospitals_bom_crlf.csv", 12), ("nhs_clinics.csv", 0),
            ("scotland_sports_facility.csv", 1), ("trafford_sports_facilities.csv", 0), ("stations_semicolon.csv", 1),
            ("us_sephora_one_swapped.csv", 3), ("us_airports.csv", 0),
        ]
    )
    func farPlaces(file: String, expected: Int) throws {
        #expect(try FacilityFiles.reading(file).count("far_coordinate") == expected)
    }

    @Test("the one row that is not UTF-8 is named and read")
    func windowsRow() throws {
        let reading = try FacilityFiles.reading("nhs_clinics.csv")
        let note = try #require(reading.document.diagnostics.entries.first { $0.code == "encoding" })
        let row = try #require(reading.rows.first { $0.line == note.line })
        #expect(row.facility.address.street.contains("St George’s Road"))
        #expect(reading.document.encoding == .windows1252)
    }
}
