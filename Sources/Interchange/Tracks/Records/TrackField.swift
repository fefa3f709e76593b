/// The meaning of a column, key or element of a track.
enum TrackField: UInt8, CaseIterable {
    case latitude, longitude
    case time, timeUTC, recordedAt, receivedAt, age
    case accuracy, speed, speedKilometersPerHour, speedKnots, course, altitude
    case activity, confidence, isMoving, stationary, event
    case battery, batteryPercent
    case mock, platform, member, device, topic, uuid
    // Keys under which JSON records nest others; they are no columns.
    case location, coordinates, geometry, properties, activities, coordinateTimes, coordinateProperties, type, level, id
    case geofence, provider
    // Properties of Overland's features that are no fixes.
    case action, arrivalDate, departureDate
    // Fields that only phones send.
    case ageAtSending, sentAt
    /// A property specific to one app, identified by the index of its name among those of the app.
    case own

    /// Whether a column of delimited text can have this meaning.
    var isColumn: Bool { rawValue < TrackField.location.rawValue }
    /// Whether it is a number, word or text, and no object or list.
    var isScalar: Bool { isColumn || self == .level || self == .ageAtSending || self == .sentAt }

    /// The name used in messages where the document has none of its own.
    var name: String {
        switch self {
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .time, .timeUTC: "time"
        case .recordedAt: "recorded_at"
        case .receivedAt: "received_at"
        case .age, .ageAtSending: "age"
        case .accuracy: "accuracy"
        case .speed, .speedKilometersPerHour, .speedKnots: "speed"
        case .course: "course"
        case .altitude: "altitude"
        case .activity: "activity"
        case .confidence: "confidence"
        case .isMoving: "is_moving"
        case .stationary: "stationary"
        case .event: "event"
        case .battery, .batteryPercent: "battery"
        case .mock: "mock"
        case .platform: "platform"
        case .member: "member"
        case .device: "device"
        case .topic: "topic"
        case .uuid: "uuid"
        case .location: "location"
        case .coordinates: "coordinates"
        case .geometry: "geometry"
        case .properties: "properties"
        case .activities: "activities"
        case .coordinateTimes: "coordinate_times"
        case .coordinateProperties: "coordinate_properties"
        case .type: "type"
        case .level: "level"
        case .id: "id"
        case .geofence: "geofence"
        case .provider: "provider"
        case .action: "action"
        case .arrivalDate: "arrival_date"
        case .departureDate: "departure_date"
        case .sentAt: "sent_at"
        case .own: "own"
        }
    }

    /// The common names of each field, by rank.
    ///
    /// Letters only, as `FieldNames` compares them. From the files and payloads of Transistor, Overland, OwnTracks,
    /// GPSLogger, Google Takeout, Garmin and Traccar.
    static let names: [(field: TrackField, names: [String])] = [
        (.latitude, ["latitude", "lat", "gpslatitude", "locationlatitude", "latdeg", "y"]),
        (.longitude, ["longitude", "lon", "lng", "long", "gpslongitude", "locationlongitude", "londeg", "x"]),
        (
            .time,
            [
                "timestamp", "time", "datetime", "fixtime", "locationtime", "gpstime", "occurredat", "timestampms",
                "timems", "timelong", "locationms", "unixtime", "epoch", "tst", "ts", "date", "t",
            ]
        ),
        (.timeUTC, ["timestamputc", "timeutc", "datetimeutc", "utctime", "utcdatetime", "utc"]),
        (.recordedAt, ["recordedat"]),
        (.receivedAt, ["receivedat", "servertime", "receivetime", "received", "serverreceivedat"]),
        (.age, ["age"]),
        (
            .accuracy,
            [
                "accuracy", "horizontalaccuracy", "hacc", "acc", "haccuracy", "accuracym", "accuracymeters",
                "horizontalaccuracym", "accuracyhorizontal",
            ]
        ),
        (.speed, ["speed", "speedms", "speedmps", "velocity", "spd"]),
        (.speedKilometersPerHour, ["speedkmh", "speedkph"]),
        (.speedKnots, ["speedknots", "speedkn"]),
        (.course, ["heading", "course", "bearing", "cog", "headingdeg"]),
        (.altitude, ["altitude", "alt", "ele", "elevation", "altitudem", "z"]),
        (.activity, ["activity", "activitytype", "motionactivity", "motion"]),
        (.confidence, ["confidence", "activityconfidence"]),
        (.isMoving, ["ismoving", "moving"]),
        (.stationary, ["stationary"]),
        (.event, ["event", "eventtype"]),
        (.battery, ["battery", "batterylevel", "batt"]),
        (.batteryPercent, ["batterypercent", "batterypct", "batterypercentage"]),
        (.mock, ["ismock", "mock", "mocked", "ismocked", "isfrommockprovider", "mocklocation"]),
        (.platform, ["platform", "os", "osname", "deviceos"]),
        (.member, ["memberid", "member", "userid", "user", "username", "personid", "person", "customerid"]),
        (.device, ["deviceid", "device", "deviceuuid", "phoneid", "phone", "installid", "imei", "uniqueid"]),
        (.topic, ["topic"]),
        (.uuid, ["uuid"]),
        (.location, ["location"]),
        (.coordinates, ["coords", "coordinates"]),
        (.geometry, ["geometry"]),
        (.properties, ["properties"]),
        (.activities, ["activities"]),
        (.coordinateTimes, ["coordtimes", "times"]),
        (.coordinateProperties, ["coordinateproperties"]),
        (.type, ["type"]),
        (.level, ["level"]),
        (.id, ["id"]),
        (.geofence, ["geofence"]),
        (.action, ["action"]),
        (.arrivalDate, ["arrivaldate"]),
        (.departureDate, ["departuredate"]),
        (.provider, ["provider"]),
        (.ageAtSending, ["agems"]),
        (.sentAt, ["sentat"]),
    ]
}
