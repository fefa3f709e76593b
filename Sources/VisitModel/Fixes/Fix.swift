/// A location sample of a phone.
///
/// A value of this type is well formed; the engine's fix validation decides whether it is accepted.
public struct Fix: Hashable, Sendable {
    /// When the fix was taken, by the phone's clock.
    public var time: Timestamp
    /// The phone's estimate of its position.
    public var coordinate: Coordinate
    /// The radius in metres that contains the true position with 68 % probability.
    ///
    /// `nil` where unknown; more than 0 otherwise.
    public var horizontalAccuracy: Double? {
        get { packedHorizontalAccuracy.value }
        set { packedHorizontalAccuracy.value = newValue }
    }
    /// Speed in metres per second; `nil` where unknown.
    public var speed: Double? {
        get { packedSpeed.value }
        set { packedSpeed.value = newValue }
    }
    /// Course in degrees clockwise from true north, 0...360; `nil` where unknown.
    public var course: Double? {
        get { packedCourse.value }
        set { packedCourse.value = newValue }
    }
    /// Height in metres above the ellipsoid; `nil` where unknown.
    public var altitude: Double? {
        get { packedAltitude.value }
        set { packedAltitude.value = newValue }
    }
    /// The activity that the phone's motion service reported.
    public var activity: Activity?
    /// Battery level, 0...1; `nil` where unknown.
    public var battery: Double? {
        get { packedBattery.value }
        set { packedBattery.value = newValue }
    }
    /// Further facts about the origin of the fix.
    public var flags: Flags

    private var packedHorizontalAccuracy: PackedNumber
    private var packedSpeed: PackedNumber
    private var packedCourse: PackedNumber
    private var packedAltitude: PackedNumber
    private var packedBattery: PackedNumber

    /// An optional number in the space of a number, because fixes are copied and kept by the million; infinity stands for
    /// `nil`.
    private struct PackedNumber: Hashable, Sendable {
        private var number: Double

        init(_ value: Double?) { number = value ?? .infinity }

        var value: Double? {
            get { number == .infinity ? nil : number }
            set { number = newValue ?? .infinity }
        }
    }

    /// Creates a fix; numbers outside their range are stored as unknown.
    ///
    /// That includes 0 for `horizontalAccuracy` and, for the others except `altitude`, negative numbers.
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
        self.packedHorizontalAccuracy = PackedNumber(horizontalAccuracy.flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
        self.packedSpeed = PackedNumber(speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil })
        self.packedCourse = PackedNumber(course.flatMap { $0 >= 0 && $0 <= 360 ? $0 : nil })
        self.packedAltitude = PackedNumber(altitude.flatMap { $0.isFinite ? $0 : nil })
        self.activity = activity
        self.packedBattery = PackedNumber(battery.flatMap { $0 >= 0 && $0 <= 1 ? $0 : nil })
        self.flags = flags
    }

    /// Facts about a fix that are either true or unknown; the bits are stored.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt16

        /// Creates flags.
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The phone reported that a program and not a sensor produced the fix.
        public static let mock = Flags(rawValue: 1 << 0)
        /// The phone reported that it had stopped moving (a motionchange to stationary, or activity still).
        public static let stationary = Flags(rawValue: 1 << 1)
        /// The track has a gap before this fix (a GPX segment break): the path to it is unknown.
        public static let afterGap = Flags(rawValue: 1 << 2)
        /// The phone reported that it had started to move.
        public static let moving = Flags(rawValue: 1 << 3)
        /// The phone's clock seemed to be behind when the fix was received: the true time may be later.
        public static let clockBehind = Flags(rawValue: 1 << 4)
        /// The time was corrected because the phone's clock ran ahead: the true time may be up to a minute earlier.
        public static let clockCorrected = Flags(rawValue: 1 << 5)
        /// The phone's system reported that a visit to this position ended at this time (the departure of a `CLVisit`).
        public static let departed = Flags(rawValue: 1 << 6)
        /// The phone had reported that location is off, and no fix had contradicted that yet.
        ///
        /// Set where a fix is evaluated, and not stored with it.
        public static let locationOff = Flags(rawValue: 1 << 8)
        /// The fix arrived too late to be evaluated; it is stored and changes nothing.
        public static let keptOnly = Flags(rawValue: 1 << 7)
    }
}

/// An activity as a phone's motion service reports it.
public enum Activity: String, Hashable, Sendable, CaseIterable {
    /// Not moving.
    case still
    /// On foot, either walking or running.
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

extension Fix: Comparable {
    /// The total order of a device's fixes: by time, then by content.
    ///
    /// Equal times occur (batches, second-resolution clocks). Ordering those by content makes the result independent of
    /// the order of delivery, and makes exact duplicates adjacent.
    public static func < (lhs: Fix, rhs: Fix) -> Bool {
        if lhs.time != rhs.time { return lhs.time < rhs.time }
        return lhs.contentPrecedes(rhs)
    }

    private func contentPrecedes(_ other: Fix) -> Bool {
        if coordinate.latitude != other.coordinate.latitude {
            return coordinate.latitude < other.coordinate.latitude
        }
        if coordinate.longitude != other.coordinate.longitude {
            return coordinate.longitude < other.coordinate.longitude
        }
        for (left, right) in [
            (horizontalAccuracy, other.horizontalAccuracy), (speed, other.speed), (course, other.course),
            (altitude, other.altitude), (battery, other.battery),
        ] where left != right {
            return (left ?? -.infinity) < (right ?? -.infinity)
        }
        if activity != other.activity { return (activity?.rawValue ?? "") < (other.activity?.rawValue ?? "") }
        return flags.rawValue < other.flags.rawValue
    }
}

/// A geofence transition as a phone's operating system reports it.
///
/// It is evidence, not truth: systems report transitions late, from outdated positions, and sometimes falsely. The
/// order of the cases is stored.
public enum FenceAction: String, Sendable, Hashable, CaseIterable {
    /// The phone entered the geofence.
    case entered
    /// The phone exited the geofence.
    case exited
    /// The phone stayed inside for the loitering delay configured in the system.
    case dwelled
}
