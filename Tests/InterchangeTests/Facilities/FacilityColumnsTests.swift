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
            // German
            ("Nr", .facilityID), ("Nr.", .facilityID), ("Nummer", .facilityID), ("Standort-Nr.", .facilityID),
            ("Filialnummer", .facilityID), ("Bezeichnung", .name), ("Standortname", .name), ("Filiale", .name),
            ("Hausnr.", .houseNumber), ("Anschrift", .address), ("Strasse", .address), ("STRASSE", .address),
            ("Adresszusatz", .address2), ("Ort", .city), ("Stadt", .city), ("Gemeinde", .city), ("PLZ", .postalCode),
            ("Postleitzahl", .postalCode), ("Bundesland", .state), ("Land", .country), ("Breitengrad", .latitude),
            ("Geogr. Breite", .latitude), ("Geografische Breite", .latitude), ("Breite", .latitude),
            ("Länge", .longitude),
            ("Laenge", .longitude), ("Längengrad", .longitude), ("La\u{308}ngengrad", .longitude),
            ("Koordinaten", .coordinates), ("Umkreis", .radiusMeters), ("Radius (m)", .radiusMeters),
            ("Mindestaufenthalt", .dwellSeconds), ("Mindestaufenthalt (min)", .dwellMinutes), ("Zeitzone", .timeZone),
            ("Mitgliedsnummer", .memberID), ("Beschreibung", nil), ("Telefon", nil), ("lfd. Nr.", nil),
            // French
            ("N°", .facilityID), ("Nº", .facilityID), ("№", .facilityID), ("Numéro", .facilityID),
            ("Identifiant", .facilityID), ("Code site", .facilityID), ("SIRET", .facilityID), ("Nom", .name),
            ("Nom de l'établissement", .name), ("Dénomination", .name), ("Libellé", .name), ("Enseigne", .name),
            ("Adresse", .address), ("Rue", .address), ("Complément d'adresse", .address2), ("Ville", .city),
            ("Commune", .city), ("Code postal", .postalCode), ("Département", .state), ("Région", .state),
            ("Pays", .country), ("Coordonnées GPS", .coordinates), ("Rayon", .radiusMeters),
            ("Durée minimale", .dwellSeconds), ("Durée minimale (minutes)", .dwellMinutes),
            ("Fuseau horaire", .timeZone), ("Géométrie", .boundary),
            // Spanish
            ("Número", .facilityID), ("Código", .facilityID), ("Identificador", .facilityID),
            ("Código de centro", .facilityID), ("Nombre", .name), ("Nombre del centro", .name),
            ("Denominación", .name), ("Dirección", .address), ("Calle", .address), ("Ciudad", .city),
            ("Localidad", .city), ("Código postal", .postalCode), ("C.P.", .postalCode), ("Provincia", .state),
            ("País", .country), ("Latitud", .latitude), ("Longitud", .longitude), ("Coordenadas", .coordinates),
            ("Radio", .radiusMeters), ("Permanencia (min)", .dwellMinutes),
            ("Estancia mínima (min)", .dwellMinutes), ("Permanenza minima (min)", .dwellMinutes),
            ("Temps minimum (min)", .dwellMinutes), ("Tiempo mínimo (min)", .dwellMinutes),
            ("Tempo minimo (min)", .dwellMinutes), ("Mindestdauer (min)", .dwellMinutes),
            ("Minimum stay (min)", .dwellMinutes), ("Minimum stay", .dwellSeconds),
            ("Estancia mínima", .dwellSeconds), ("Zona horaria", .timeZone),
            ("Polígono", .boundary),
            // Italian
            ("Codice", .facilityID), ("Codice sede", .facilityID), ("Identificativo", .facilityID), ("Nome", .name),
            ("Denominazione", .name), ("Ragione sociale", .name), ("Indirizzo", .address), ("Via", .address),
            ("Numero civico", .houseNumber), ("Città", .city), ("Comune", .city), ("CAP", .postalCode),
            ("Regione", .state), ("Paese", .country), ("Latitudine", .latitude), ("Longitudine", .longitude),
            ("Coordinate", .coordinates), ("Raggio (m)", .radiusMeters), ("Permanenza minima", .dwellSeconds),
            ("Fuso orario", .timeZone), ("Geometria", .boundary),
            // English
            ("Dwell minutes", .dwellMinutes), ("dwell_min", .dwellMinutes), ("Dwell (min)", .dwellMinutes),
            ("dwell", .dwellSeconds), ("Lat/Long", .coordinates), ("location", .coordinates),
            // Stays, and what a facility is a part of
            ("stays", .stays), ("Type of stay", .stays), ("Aufenthaltsart", .stays), ("Type de séjour", .stays),
            ("Tipo de estancia", .stays), ("Tipo di soggiorno", .stays), ("part_of", .partOf), ("Part of", .partOf),
            ("Parent facility", .partOf), ("Teil von", .partOf), ("Gehört zu", .partOf), ("Fait partie de", .partOf),
            ("Forma parte de", .partOf), ("Fa parte di", .partOf), ("Parent", nil),
        ] as [(String, FacilityField?)]
    )
    func names(header: String, field: FacilityField?) throws {
        let columns = try FacilityColumns(headers: ["other", header])
        #expect(columns.chosen.map(\.field) == [field].compactMap { $0 })
        #expect(columns.ignored == (field == nil ? ["other", header] : ["other"]))
    }

    @Test(
        "whole headers of five languages are told apart",
        arguments: [
            (
                "Nr;Bezeichnung;Straße;Hausnummer;PLZ;Ort;Bundesland;Land;Breite;Länge;Radius",
                "facility_id=Nr name=Bezeichnung house_number=Hausnummer address=Straße city=Ort state=Bundesland "
                    + "postal_code=PLZ country=Land latitude=Breite longitude=Länge radius_m=Radius"
            ),
            (
                "Standort-Nr.;Standort;Straße;Nr.;PLZ;Stadt;Breitengrad;Längengrad",
                "facility_id=Standort-Nr. name=Standort house_number=Nr. address=Straße city=Stadt postal_code=PLZ "
                    + "latitude=Breitengrad longitude=Längengrad"
            ),
            (
                "Bezeichnung;Straße;Nr;PLZ;Ort;lat;lon",
                "name=Bezeichnung house_number=Nr address=Straße city=Ort postal_code=PLZ latitude=lat longitude=lon"
            ),
            (
                "OBJECTID;Filialnr;Filiale;Breite;Länge;Latitude;Longitude",
                "facility_id=Filialnr name=Filiale latitude=Latitude longitude=Longitude"
            ),
            (
                "N°;Nom;Adresse;Code postal;Commune;Latitude;Longitude;Rayon",
                "facility_id=N° name=Nom address=Adresse city=Commune postal_code=Code postal latitude=Latitude "
                    + "longitude=Longitude radius_m=Rayon"
            ),
            (
                "Código;Nombre;Dirección;C.P.;Localidad;Provincia;Latitud;Longitud;Radio",
                "facility_id=Código name=Nombre address=Dirección city=Localidad state=Provincia postal_code=C.P. "
                    + "latitude=Latitud longitude=Longitud radius_m=Radio"
            ),
            (
                "Codice;Nome;Indirizzo;N. civico;CAP;Città;Provincia;Latitudine;Longitudine;Raggio",
                "facility_id=Codice name=Nome house_number=N. civico address=Indirizzo city=Città state=Provincia "
                    + "postal_code=CAP latitude=Latitudine longitude=Longitudine radius_m=Raggio"
            ),
            ("ID;Nom;Nombre;Lat;Lng", "facility_id=ID name=Nom latitude=Lat longitude=Lng"),
        ]
    )
    func headers(header: String, expected: String) throws {
        let columns = try FacilityColumns(headers: header.split(separator: ";").map(String.init))
        #expect(columns.chosen.map { "\($0.field.rawValue)=\($0.header)" }.joined(separator: " ") == expected)
    }

    @Test("a house number in its own column is written as the language of the column writes it")
    func houseNumbers() throws {
        let german = try FacilityReading("Nr;Straße;Nr.;lat;lon\n1;Hauptstraße;12a;48;9\n")
        #expect(german.rows.map(\.facility.address.street) == ["Hauptstraße 12a"])
        #expect(german.rows.map(\.facility.id.text) == ["1"])
        let english = try FacilityReading("id,addr:housenumber,addr:street,lat,lon\n1,12,Main St,48,9\n")
        #expect(english.rows.map(\.facility.address.street) == ["12 Main St"])
        let french = try FacilityReading("id;Numéro de voie;Rue;lat;lon\n1;12;rue de Lyon;48;9\n")
        #expect(french.rows.map(\.facility.address.street) == ["12 rue de Lyon"])
    }

    @Test("a mapping decides about the number beside a street")
    func mappedNumber() throws {
        let headers = ["Straße", "Nr", "lat", "lon"]
        let columns = try FacilityColumns(headers: headers, overrides: [.facilityID: "Nr"])
        #expect(columns.header(.facilityID) == "Nr" && columns[.houseNumber] == nil)
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
