import Interchange
import Testing
import VisitModel

@Suite("Columns of a facility file")
struct FacilityColumnsTests {
    @Test(
        "headers are matched by the names people use",
        arguments: [
            ("facility_id", FacilityField.facilityID), ("ID", .facilityID), ("@id", .facilityID),
            ("Store Number", .facilityID), ("OrganisationID", .facilityID), ("LAT", .latitude), ("@lat", .latitude),
            ("Latitude", .latitude), ("y", .latitude), ("lng", .longitude), ("Long", .longitude), ("@lon", .longitude),
            ("X", .longitude), ("Store Name", .name), ("addr:city", .city), ("Town", .city), ("addr:street", .address),
            ("addr:housenumber", .houseNumber), ("Address Line 2", .address2), ("addr:postcode", .postalCode),
            ("ZIP Code", .postalCode), ("la_name", .state), ("State/Province", .state), ("radius_m", .radiusMeters),
            ("radius", .radiusMeters), ("dwell-seconds", .dwellSeconds), ("Time Zone", .timeZone), ("WKT", .boundary),
            ("geojson", .boundary), ("Member ID", .memberID), ("Straße", .address),
        ]
    )
    func names(header: String, field: FacilityField) throws {
        let columns = try FacilityColumns(headers: ["other", header])
        #expect(columns[field] == 1)
        #expect(columns.chosen.map(\.field) == [field])
    }

    @Test("the more specific name wins, in any position")
    func specific() throws {
        let columns = try FacilityColumns(headers: ["X", "Y", "OBJECTID", "ID", "LATITUDE", "LONGITUDE", "lat"])
        #expect(columns.header(.latitude) == "LATITUDE")
        #expect(columns.header(.longitude) == "LONGITUDE")
        #expect(columns.header(.facilityID) == "ID")
    }

    @Test("no name stands for two fields")
    func disjoint() {
        let names = FacilityField.allCases.flatMap(\.columnNames)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { ColumnName.normalized($0) == $0 })
    }

    @Test("a mapping goes before the usual names")
    func overrides() throws {
        let overrides = try FacilityColumns.overrides(["latitude=Y", "id=OBJECTID", "name="])
        let columns = try FacilityColumns(
            headers: ["name", "Y", "X", "LATITUDE", "ID", "OBJECTID"],
            overrides: overrides
        )
        #expect(columns.header(.latitude) == "Y")
        #expect(columns.header(.facilityID) == "OBJECTID")
        #expect(columns[.name] == nil)
    }

    @Test(
        "columns that no field takes are ignored, and named in the order of the file",
        arguments: [
            ("id,lat,lon", []), ("id,lat,lon,phone,,website", ["phone", "website"]),
            ("phone,X,Y,LATITUDE,lon,OBJECTID,ID", ["phone", "X", "Y", "OBJECTID"]), ("id,lat,LAT,lon", ["LAT"]),
        ] as [(String, [String])]
    )
    func ignored(header: String, expected: [String]) throws {
        let headers = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        #expect(try FacilityColumns(headers: headers).ignored == expected)
    }

    @Test("a column that a mapping asks to leave out is ignored, one that it asks for is not")
    func ignoredByMapping() throws {
        let overrides = try FacilityColumns.overrides(["tz=", "lat=Y"])
        let columns = try FacilityColumns(headers: ["tz", "lat", "lon", "Y"], overrides: overrides)
        #expect(columns.ignored == ["tz", "lat"])
    }

    @Test("a mapping that can't be followed is refused", arguments: ["latitude", "altitude=Z"])
    func badOverride(argument: String) {
        let error = #expect(throws: InterchangeError.self) { try FacilityColumns.overrides([argument]) }
        #expect(error?.code == .mapping)
    }

    @Test("a mapping to a column that is not there names those that are")
    func unknownColumn() {
        let error = #expect(throws: InterchangeError.self) {
            try FacilityColumns(headers: ["a", "b"], overrides: [.latitude: "c"])
        }
        #expect(error?.message == "there is no column `c` for latitude; the columns are `a`, `b`")
    }
}
