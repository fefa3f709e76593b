extension FacilityField {
    /// English names first, then German, French, Spanish and Italian ones, without accents.
    ///
    /// Words that also mean something else in a list of places are left out or come last: `beschreibung` is no name,
    /// `estado` and `land` may be a state or a country, `breite` and `lange` may be measures of a building, `parent` is
    /// often a company.
    package var columnNames: [String] {
        switch self {
        case .facilityID:
            [
                "facilityid", "featureid", "id", "osmid", "storenumber", "storeid", "storeno", "storenum", "storenr",
                "storecode", "siteid", "sitenumber", "siteno", "sitecode", "locationid", "locationnumber",
                "locationno", "locationcode", "gymid", "gymcode", "gymnumber", "clubid", "clubnumber", "clubno",
                "clubcode", "clinicid", "clinicnumber", "cliniccode", "branchid", "branchcode", "branchnumber",
                "branchno", "placeid", "poiid", "officeid", "officecode", "studioid", "studiocode", "studionumber",
                "organisationid", "organizationid", "externalid", "geofenceid", "facilitycode", "facilitynumber",
                "facilityno", "facilitynr", "facid",
                // German
                "standortid", "standortnr", "standortnummer", "standortcode", "idstandort", "filialid", "filialnr",
                "filialnummer", "filialeid", "filialenr", "studionr", "studionummer", "clubnr", "clubnummer",
                "objektid", "objektnr", "objektnummer", "einrichtungsid", "einrichtungsnr", "einrichtungsnummer",
                "betriebsid", "betriebsnr", "betriebsnummer", "betriebsstattenid", "betriebsstattennr",
                "betriebsstattennummer", "praxisid", "praxisnr", "kennung", "kennziffer", "kennnummer", "schlussel",
                "schluessel", "kurzel", "kuerzel",
                // French
                "identifiant", "idsite", "codesite", "numerosite", "nosite", "idetablissement", "codeetablissement",
                "numeroetablissement", "idmagasin", "codemagasin", "numeromagasin", "idsalle", "codesalle", "idcentre",
                "codecentre", "idagence", "codeagence", "numeroagence", "idlieu", "codelieu", "siret", "codeinterne",
                // Spanish
                "identificador", "idcentro", "codigocentro", "numerocentro", "codigodecentro", "idlocal",
                "codigolocal", "idsede", "codigosede", "idsucursal", "codigosucursal", "numerosucursal", "idgimnasio",
                "idtienda", "codigotienda", "clave",
                // Italian
                "identificativo", "codicesede", "codicestruttura", "idstruttura", "codicefiliale", "idfiliale",
                "codicecentro", "idpalestra", "codicepalestra", "idpuntovendita", "codicepuntovendita",
                // Numbers that databases give to rows, and words for any number or code
                "uuid", "uid", "objectid", "fid", "gid", "number", "nr", "nummer", "no", "num", "numero", "ref",
                "reference", "referencia", "code", "codigo",
                "codice",
            ]
        case .name:
            [
                "name", "facilityname", "sitename", "storename", "locationname", "gymname", "clubname", "clinicname",
                "branchname", "officename", "studioname", "organisationname", "organizationname", "facname",
                "placename", "poiname", "displayname", "title", "label", "facility",
                // German
                "bezeichnung", "standortname", "standortbezeichnung", "namedesstandorts", "filialname",
                "filialbezeichnung", "objektname", "objektbezeichnung", "einrichtungsname", "betriebsname",
                "praxisname", "firmenname", "benennung", "titel", "einrichtung", "filiale", "standort", "studio",
                "firma",
                // French
                "nom", "nomdusite", "nomsite", "nometablissement", "nomdeletablissement", "nommagasin",
                "nomdumagasin", "nomsalle", "nomdelasalle", "nomcentre", "nomagence", "nomlieu", "nomdulieu",
                "denomination", "designation", "intitule", "libelle", "enseigne", "raisonsociale", "etablissement",
                "magasin", "salle",
                // Spanish
                "nombre", "nombrecentro", "nombredelcentro", "nombrelocal", "nombredellocal", "nombresede",
                "nombredelasede", "nombresucursal", "nombretienda", "nombregimnasio", "nombrecomercial",
                "denominacion", "razonsocial", "centro", "sucursal", "gimnasio",
                // Italian
                "nome", "nomesede", "nomedellasede", "nomestruttura", "nomedellastruttura", "nomefiliale",
                "nomecentro", "nomepalestra", "nomepuntovendita", "denominazione", "ragionesociale", "insegna",
                "struttura", "palestra", "puntovendita", "sede",
            ]
        case .houseNumber:
            [
                "addrhousenumber", "housenumber", "houseno", "streetnumber", "hausnummer", "hausnr", "hnr",
                "numerovoie", "numvoie", "numerodevoie", "numerorue", "numeroexterior", "numerodecasa", "numerocivico",
                "numciv", "ncivico", "civico",
            ]
        case .address:
            [
                "address", "streetaddress", "address1", "addressline1", "addr1", "street", "street1", "addrstreet",
                "addressstreet", "streetname", "addrfull", "fulladdress", "line1", "road",
                // German
                "strasse", "strassehausnummer", "strassehausnr", "strassehnr", "strassenr", "strasseundhausnummer",
                "strasseundhausnr", "strasseundnr", "strasseuhausnr", "strassenname", "str", "anschrift",
                "adresszeile1",
                // French
                "adresse", "adresse1", "adressepostale", "ligneadresse1", "rue", "voie", "nomvoie", "nomdelavoie",
                "libellevoie", "numeroetrue",
                // Spanish
                "direccion", "direccion1", "direccionpostal", "domicilio", "calle", "calleynumero", "nombrevia",
                // Italian
                "indirizzo", "indirizzo1", "viaenumero", "nomevia", "via",
            ]
        case .address2:
            [
                "address2", "addressline2", "addr2", "street2", "line2", "suite", "unit", "adresszusatz",
                "adresszeile2", "adresse2", "complement", "complementadresse", "complementdadresse", "ligneadresse2",
                "direccion2", "indirizzo2",
            ]
        case .address3: ["address3", "addressline3", "addr3", "street3", "line3", "adresse3", "adresszeile3"]
        case .city:
            [
                "city", "town", "addrcity", "addresscity", "cityname", "townname", "municipality", "locality", "place",
                "suburb",
                // German
                "ort", "stadt", "ortsname", "stadtname", "gemeinde", "wohnort",
                // French
                "ville", "commune", "nomcommune", "localite",
                // Spanish
                "ciudad", "municipio", "localidad", "poblacion",
                // Italian
                "citta", "comune", "localita",
            ]
        case .state:
            [
                "state", "stateprovince", "province", "region", "addrstate", "addrprovince", "addressstate",
                "statename", "statecode", "stateabbr", "county", "addrcounty", "countyname", "laname", "localauthority",
                "district", "department", "canton", "prefecture", "bundesland", "kanton", "landkreis",
                "regierungsbezirk",
                "departement", "nomdepartement", "nomregion", "provincia", "comunidadautonoma", "departamento",
                "regione", "adm1", "admin1", "estado",
            ]
        case .postalCode:
            [
                "postalcode", "postcode", "zip", "zipcode", "addrpostcode", "addresspostcode", "plz", "postleitzahl",
                "codepostal", "codigopostal", "codicepostale", "pincode", "cp", "cap",
            ]
        case .country:
            [
                "country", "countrycode", "countryname", "addrcountry", "iso2", "pays", "codepays", "pais",
                "codigopais",
                "paese", "nazione", "staat", "landercode", "laendercode", "land",
            ]
        case .latitude:
            [
                "latitude", "lat", "gpslatitude", "gpslat", "geolat", "latitudewgs84", "wgs84lat", "decimallatitude",
                "latdd", "latitudedd", "locationlat", "addresslatitude", "breitengrad", "geografischebreite",
                "geographischebreite", "geogrbreite", "geobreite", "gpsbreite", "latitud", "latitudine", "ycoordinate",
                "ycoord",
                "coordy", "ywgs84", "y", "breite",
            ]
        case .longitude:
            [
                "longitude", "lon", "lng", "long", "gpslongitude", "gpslon", "gpslng", "geolon", "geolng",
                "longitudewgs84", "wgs84lon", "decimallongitude", "londd", "longdd", "longitudedd", "locationlon",
                "locationlng", "addresslongitude", "langengrad", "laengengrad", "geografischelange",
                "geografischelaenge", "geographischelange", "geographischelaenge", "geogrlange", "geogrlaenge",
                "geolange", "geolaenge", "gpslange", "gpslaenge", "longitud", "longitudine", "xcoordinate", "xcoord",
                "coordx", "xwgs84", "x", "lange",
                "laenge",
            ]
        case .coordinates:
            [
                "coordinates", "coordinate", "coords", "latlon", "latlng", "latlong", "latitudelongitude",
                "latitudeandlongitude", "gpscoordinates", "gpscoordinate", "gpslocation", "gpsposition", "gps",
                "geopoint", "geopoint2d", "geolocation", "geocoordinates", "geocode", "location", "position", "point",
                "latlonpoint",
                "koordinaten", "koordinate", "gpskoordinaten", "geokoordinaten", "breitelange", "coordonnees",
                "coordonneesgps", "coordonneesgeographiques", "geolocalisation", "coordenadas", "coordenadasgps",
                "ubicacion", "geolocalizacion", "coordinategps", "coordinategeografiche", "posizione",
            ]
        case .radiusMeters:
            [
                "radiusm", "radiusmeters", "radiusmetres", "radiusinmeters", "radiusinmetres", "geofenceradius",
                "fenceradius", "radius", "radiusinmetern", "radiusmeter", "umkreis", "umkreism", "rayonm",
                "rayonenmetres", "rayonmetres", "rayon", "radiom", "radioenmetros", "radiometros", "radio", "raggiom",
                "raggioinmetri", "raggiometri", "raggio",
            ]
        case .dwellSeconds:
            [
                "dwellseconds", "dwellsec", "dwellsecs", "dwells", "dwellthreshold", "dwellthresholdseconds",
                "dwelltimeseconds", "dwelltimes", "mindwellseconds", "dwelltime", "mindwell", "dwell",
                "verweildauersekunden", "verweildauers", "verweildauer", "mindestverweildauer", "mindestaufenthalt",
                "dureesecondes", "dureeminimale", "dureeminimalesecondes", "permanenciasegundos", "permanencia",
                "permanenciaminima", "permanenciaminimasegundos", "estancia", "estanciaminima",
                "estanciaminimasegundos", "permanenzasecondi", "permanenza", "permanenzaminima",
                "permanenzaminimasecondi", "sostaminima", "minimumstay", "minimumstayseconds", "minstay",
                "minstayseconds", "mindestdauer", "mindestdauersekunden", "mindestdauers", "tempsminimum",
                "tempsminimumsecondes", "tempsminimums", "tiempominimo", "tiempominimosegundos", "tiempominimos",
                "tempominimo", "tempominimosecondi", "tempominimos",
            ]
        case .dwellMinutes:
            [
                "dwellminutes", "dwellmins", "dwellmin", "dwellminute", "dwelltimeminutes", "dwelltimemin",
                "dwelltimemins", "dwellthresholdminutes", "dwellthresholdmin", "mindwellminutes", "mindwellmin",
                "minimumdwellminutes", "dwellinminutes", "minutesofdwell", "verweildauerminuten", "verweildauermin",
                "verweildauerinminuten", "mindestaufenthaltminuten", "mindestaufenthaltmin",
                "mindestaufenthaltinminuten", "mindestverweildauerminuten", "mindestverweildauermin", "dureeminutes",
                "dureeminimaleminutes", "dureeminimalemin", "dureeminimaleenminutes", "permanenciaminutos",
                "permanenciamin", "permanenciaminimaminutos", "permanenciaminimamin", "estanciaminutos", "estanciamin",
                "estanciaminimaminutos", "estanciaminimamin", "permanenzaminuti", "permanenzamin",
                "permanenzaminimaminuti", "permanenzaminimamin", "sostaminimaminuti", "sostaminimamin",
                "minimumstayminutes", "minimumstaymin", "minimumstaymins", "minstayminutes", "minstaymin",
                "mindestdauerminuten", "mindestdauermin", "mindestdauerinminuten", "tempsminimumminutes",
                "tempsminimummin", "tempsminimumenminutes", "tiempominimominutos", "tiempominimomin",
                "tiempominimoenminutos", "tempominimominuti", "tempominimomin", "tempominimoinminuti",
            ]
        case .timeZone:
            [
                "timezone", "timezoneid", "ianatimezone", "timezonename", "tz", "tzid", "tzname", "zeitzone",
                "fuseauhoraire", "fuseau", "zonahoraria", "husohorario", "fusoorario", "zonaoraria",
            ]
        case .stays:
            [
                "stays", "stay", "staykind", "kindofstay", "staytype", "typeofstay", "aufenthalte", "aufenthaltsart",
                "sejours", "typesejour", "typedesejour", "estancias", "tipoestancia", "tipodeestancia", "soggiorni",
                "tiposoggiorno", "tipodisoggiorno",
            ]
        case .partOf:
            [
                "partof", "partoffacility", "partoffacilityid", "ispartof", "parentfacility", "parentfacilityid",
                "parentsite", "parentsiteid", "parentlocation", "parentlocationid", "teilvon", "gehortzu", "gehoertzu",
                "partiede", "faitpartiede", "partede", "formapartede", "partedi", "fapartedi",
            ]
        case .boundary:
            [
                "boundary", "boundarywkt", "polygon", "wkt", "geojson", "geometry", "geom", "thegeom", "wkbgeometry",
                "geometrie", "polygone", "poligono", "geometria",
            ]
        case .memberID:
            [
                "memberid", "membernumber", "memberno", "member", "mitgliedsnummer", "mitgliedsnr", "mitgliedsid",
                "mitgliedid", "idmembre", "numeromembre", "idmiembro", "idsocio", "numerosocio", "idmembro",
            ]
        }
    }
}
