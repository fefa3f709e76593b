/// One location reading of a phone.
///
/// A value of this type is well formed; whether it can be believed is for the engine's hygiene to decide.
public struct Fix: Hashable, Sendable {
    /// When the reading was taken, by the phone's clock.
    public var time: Timestamp
    /// Where the phone believed to be.
    public var coordinate: Coordinate
    /// The radius in metres that holds the truth with 68 % probability.
    ///
    /// `nil` where unknown; more than 0 otherwise.
    public var horizontalAccuracy: Double?
    /// Metres a second; `nil` where unknown.
    public var speed: Double?
    /// Degrees clockwise from true north, 0..<360; `nil` where unknown.
    public var course: Double?
    /// Metres above the ellipsoid; `nil` where unknown.
    public var altitude: Double?
    /// What the phone's motion service said the member was doing.
    public var activity: Activity?
    /// Battery level, 0...1; `nil` where unknown.
    public var battery: Double?
    /// What else is known about how the reading came about.
    public var flags: Flags

    /// Makes a fix.
    ///
    /// - Parameters:
    ///   - time: when it was taken.
    ///   - coordinate: where the phone believed to be.
    ///   - horizontalAccuracy: 68 % radius in metres; 0, negative and not-a-number mean unknown.
    ///   - speed: metres a second; negative means unknown.
    ///   - course: degrees clockwise from true north; negative means unknown.
    ///   - altitude: metres above the ellipsoid.
    ///   - activity: what the motion service said.
    ///   - battery: 0...1; negative means unknown.
    ///   - flags: what else is known.
    public init(
        time: Timestamp,
        coordinate: Coordinate,
        horizontalAccuracy: Double? = nil,
        speed: Double? = nil,
        course: Double? = nil,
        altitude: Double? = nil,
        activity: Activity? = nil,
        battery: Double? = nil,
        flags: Flags = []
    ) {
        self.time = time
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        self.speed = speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        self.course = course.flatMap { $0 >= 0 && $0 <= 360 ? $0 : nil }
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
        self.activity = activity
        self.battery = battery.flatMap { $0 >= 0 && $0 <= 1 ? $0 : nil }
        self.flags = flags
    }

    /// Facts about a reading that are true or not said.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits, as stored.
        public let rawValue: UInt8

        /// Takes stored bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The phone said that a program and not a sensor made the reading.
        public static let mock = Flags(rawValue: 1 << 0)
        /// The phone reported that it had stopped moving (a motionchange to stationary, or activity still).
        public static let stationary = Flags(rawValue: 1 << 1)
        /// The track has a gap before this reading (a GPX segment break): nothing is known of the way here.
        public static let afterGap = Flags(rawValue: 1 << 2)
        /// The phone reported that it had begun to move.
        public static let moving = Flags(rawValue: 1 << 3)
        /// The phone's clock seemed to be behind when the reading was received: it may be later than it says.
        public static let clockBehind = Flags(rawValue: 1 << 4)
        /// The reading came too late to be evaluated; it is kept and changes nothing.
        public static let keptOnly = Flags(rawValue: 1 << 7)
    }
}

/// What a phone's motion service says the member is doing.
public enum Activity: String, Hashable, Sendable, CaseIterable {
    /// Not moving.
    case still
    /// On foot, not known whether walking or running.
    case onFoot = "on_foot"
    /// Walking.
    case walking
    /// Running.
    case running
    /// On a bicycle.
    case onBicycle = "on_bicycle"
    /// In a car, bus or train.
    case inVehicle = "in_vehicle"
}
