internal import VisitModel

/// How an app's JSON differs from the usual.
struct PhoneRules: Sendable {
    /// What a record is called by its app.
    enum RecordName: Sendable {
        case none, uuid, id
    }

    /// What the keys of a record mean.
    var names = FieldNames.usual
    /// The keys under which an object wraps an array of records.
    var wrappingKeys = JSONRecordCutter.usualWrappingKeys
    /// Whether an object may hold its records under any key.
    var hasAnyWrappingKey = false
    /// Whether records are one a line, so that those behind a broken one can be found.
    var hasLines = false
    /// Whether records are GeoJSON features, some of which are no readings.
    var hasFeatures = false
    /// Which key names the record.
    var recordName = RecordName.none
    /// Whether a record without a time is of the time when it came in.
    var isTimeOptional = false
    /// Whether a record without a place is a sign of life.
    var isPlaceOptional = false

    /// Footfall's own format.
    static let footfall = PhoneRules(hasLines: true, recordName: .id)
    /// The Transistor SDK; its `rootProperty` is the customer's choice.
    static let transistor = PhoneRules(hasAnyWrappingKey: true, recordName: .uuid)
    /// What Traccar Client 9 posts, which is the Transistor SDK's record.
    static let traccar = PhoneRules(
        hasAnyWrappingKey: true,
        recordName: .uuid,
        isTimeOptional: true,
        isPlaceOptional: true
    )
    /// Overland.
    static let overland = PhoneRules(wrappingKeys: ["locations"], hasFeatures: true)
    /// OwnTracks: `vel` is km/h, `batt` percent, and `t` is no time but what made the phone write.
    static let ownTracks = PhoneRules(
        names: FieldNames([
            (.latitude, ["lat"]), (.longitude, ["lon"]), (.time, ["tst"]), (.accuracy, ["acc"]), (.altitude, ["alt"]),
            (.speedKilometersPerHour, ["vel"]), (.course, ["cog"]), (.batteryPercent, ["batt"]),
            (.activities, ["motionactivities"]), (.id, ["id"]),
        ]),
        wrappingKeys: [],
        recordName: .id
    )
    /// The Radar SDKs.
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
    static let osmAndNames = FieldNames([
        (.latitude, ["lat"]), (.longitude, ["lon"]), (.accuracy, ["accuracy"]), (.altitude, ["altitude"]),
        (.speedKnots, ["speed"]), (.course, ["bearing", "heading"]), (.batteryPercent, ["batt"]), (.mock, ["mock"]),
        (.activity, ["activity"]), (.device, ["id", "deviceid"]),
    ])
}
