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
    case radiusMeters = "radius_m"
    case dwellSeconds = "dwell_seconds"
    /// The IANA name of the time zone.
    case timeZone = "time_zone"
    /// The fence as a WKT or GeoJSON polygon.
    case boundary
    /// A member with this verified facility.
    case memberID = "member_id"

    package var columnNames: [String] {
        switch self {
        case .facilityID:
            [
                "facilityid", "id", "osmid", "storenumber", "storeid", "storeno", "storenum", "storecode", "siteid",
                "locationid", "locationnumber", "locationcode", "gymid", "clubid", "clubnumber", "clinicid", "branchid",
                "branchcode", "placeid", "poiid", "organisationid", "organizationid", "externalid", "geofenceid",
                "facilitycode", "facilitynumber", "facid", "uuid", "uid", "objectid", "fid", "gid", "number", "ref",
                "code",
            ]
        case .name:
            [
                "name", "facilityname", "sitename", "storename", "locationname", "gymname", "clubname", "clinicname",
                "branchname", "organisationname", "organizationname", "facname", "placename", "poiname", "displayname",
                "title", "label", "facility",
            ]
        case .houseNumber: ["addrhousenumber", "housenumber", "houseno", "streetnumber"]
        case .address:
            [
                "address", "streetaddress", "address1", "addressline1", "addr1", "street", "street1", "addrstreet",
                "addressstreet", "streetname", "addrfull", "fulladdress", "line1", "road", "strasse", "straße",
                "adresse",
            ]
        case .address2: ["address2", "addressline2", "addr2", "street2", "line2", "suite", "unit"]
        case .address3: ["address3", "addressline3", "addr3", "street3", "line3"]
        case .city:
            [
                "city", "town", "addrcity", "addresscity", "cityname", "townname", "municipality", "locality", "place",
                "suburb", "ville", "commune", "ort", "stadt", "ciudad",
            ]
        case .state:
            [
                "state", "stateprovince", "province", "region", "addrstate", "addrprovince", "addressstate",
                "statename", "statecode", "stateabbr", "county", "addrcounty", "countyname", "laname", "localauthority",
                "district", "department", "canton", "prefecture", "bundesland", "adm1", "admin1",
            ]
        case .postalCode:
            [
                "postalcode", "postcode", "zip", "zipcode", "addrpostcode", "addresspostcode", "plz", "codepostal",
                "pincode",
            ]
        case .country: ["country", "countrycode", "countryname", "addrcountry", "iso2", "pays"]
        case .latitude:
            [
                "latitude", "lat", "gpslatitude", "gpslat", "geolat", "latitudewgs84", "wgs84lat", "decimallatitude",
                "latdd", "latitudedd", "locationlat", "addresslatitude", "breitengrad", "latitud", "ycoordinate",
                "ycoord", "y",
            ]
        case .longitude:
            [
                "longitude", "lon", "lng", "long", "gpslongitude", "gpslon", "gpslng", "geolon", "geolng",
                "longitudewgs84", "wgs84lon", "decimallongitude", "londd", "longdd", "longitudedd", "locationlon",
                "locationlng", "addresslongitude", "längengrad", "longitud", "xcoordinate", "xcoord", "x",
            ]
        case .radiusMeters:
            ["radiusm", "radiusmeters", "radiusmetres", "radiusinmeters", "geofenceradius", "fenceradius", "radius"]
        case .dwellSeconds:
            [
                "dwellseconds", "dwells", "dwellthreshold", "dwellthresholdseconds", "dwelltimeseconds",
                "mindwellseconds", "dwell",
            ]
        case .timeZone: ["timezone", "timezoneid", "ianatimezone", "timezonename", "tz", "tzid", "tzname"]
        case .boundary: ["boundary", "boundarywkt", "polygon", "wkt", "geojson", "geometry", "geom", "thegeom"]
        case .memberID: ["memberid", "membernumber", "memberno", "member"]
        }
    }
}

package typealias FacilityColumns = ColumnMapping<FacilityField>
