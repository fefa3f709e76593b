internal import VisitModel

/// The differences of an app's JSON from the usual.
struct PhoneRules: Sendable {
    /// The key with the ID of a record.
    enum RecordName: Sendable {
        case none, uuid, id
    }

    var names = FieldNames.usual
    /// The keys under which an object wraps an array of records.
    var wrappingKeys = JSONRecordCutter.usualWrappingKeys
    /// Whether an object may contain its records under any key.
    var hasAnyWrappingKey = false
    /// Whether each record is on its own line, so that those after a broken one can be found.
    var hasLines = false
    /// Whether records are GeoJSON features, some of which contain no fix.
    var hasFeatures = false
    var recordName = RecordName.none
    /// Whether a record without a time gets the receive time.
    var isTimeOptional = false
    /// Whether a record without a position is a heartbeat.
    var isPlaceOptional = false

    static let footfall = PhoneRules(hasLines: true, recordName: .id)
    /// The Transistor SDK; its `rootProperty` is chosen by the customer.
    static let transistor = PhoneRules(hasAnyWrappingKey: true, recordName: .uuid)
    /// Posts of Traccar Client 9, which are the Transistor SDK's records.
    static let traccar = PhoneRules(
        hasAnyWrappingKey: true,
        recordName: .uuid,
        isTimeOptional: true,
        isPlaceOptional: true
    )
    /// Posts of Traccar's SDK: flat objects with the fields of the OsmAnd protocol.
    static let osmAnd = PhoneRules(
        names: FieldNames(osmAndTable + [(.time, ["timestamp"])]),
        wrappingKeys: [],
        isTimeOptional: true,
        isPlaceOptional: true
    )
    static let overland = PhoneRules(wrappingKeys: ["locations"], hasFeatures: true)
    /// OwnTracks: `vel` is km/h, `batt` percent, and `t` is the cause of the location, not a time.
    static let ownTracks = PhoneRules(
        names: FieldNames([
            (.latitude, ["lat"]), (.longitude, ["lon"]), (.time, ["tst"]), (.accuracy, ["acc"]), (.altitude, ["alt"]),
            (.speedKilometersPerHour, ["vel"]), (.course, ["cog"]), (.batteryPercent, ["batt"]),
            (.activities, ["motionactivities"]), (.id, ["id"]),
        ]),
        wrappingKeys: [],
        recordName: .id
    )
    static let radar = PhoneRules(
        names: FieldNames([
            (.latitude, ["latitude"]), (.longitude, ["longitude"]), (.accuracy, ["accuracy"]),
            (.time, ["locationms", "updatedatms"]), (.ageAtSending, ["updatedatmsdiff"]), (.speed, ["speed"]),
            (.course, ["course"]), (.altitude, ["altitude"]), (.stationary, ["stopped"]), (.mock, ["mocked"]),
            (.member, ["userid"]), (.device, ["deviceid", "installid"]), (.platform, ["devicetype"]),
            (.own, RadarElements.Name.allCases.map(\.rawValue)),
        ]),
        wrappingKeys: ["replays"]
    )
    /// GPSLogger's own names, for JSON and for forms.
    static let gpsLogger = PhoneRules(
        names: FieldNames([
            (.latitude, ["lat", "latitude"]), (.longitude, ["lon", "lng", "longitude", "long"]),
            (.time, ["timestamp", "time", "timeoffset"]), (.accuracy, ["acc", "accuracy"]),
            (.altitude, ["alt", "altitude"]),
            (.speed, ["spd", "speed", "s"]), (.speedKilometersPerHour, ["spdkph"]),
            (.course, ["dir", "bearing", "direction", "course", "heading"]), (.batteryPercent, ["batt", "battery"]),
            (.activity, ["act", "activity"]), (.mock, ["mock", "ismock"]),
            (.device, ["deviceid", "device", "id", "aid", "androidid", "ser", "serial"]),
            (.member, ["memberid", "member", "userid", "user", "username"]),
        ])
    )
    /// The OsmAnd protocol's query and form: `speed` is knots, and `hdop` no accuracy in metres.
    static let osmAndNames = FieldNames(osmAndTable)
    private static let osmAndTable: [(field: TrackField, names: [String])] = [
        (.latitude, ["lat"]), (.longitude, ["lon"]), (.accuracy, ["accuracy"]), (.altitude, ["altitude"]),
        (.speedKnots, ["speed"]), (.course, ["bearing", "heading"]), (.batteryPercent, ["batt"]), (.mock, ["mock"]),
        (.activity, ["activity"]), (.device, ["id", "deviceid"]),
    ]
}
