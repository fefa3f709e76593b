public import VisitModel

/// The name of a region, unique within one app: a facility's id, or one that the app gives its own regions.
public typealias RegionID = Identifier<RegionRequest>

/// A region that an app wants watched.
///
/// iOS looks at the shape and at `notifies`; the rest is Android's (`Geofence.Builder`, `GeofencingRequest.Builder`).
public struct RegionRequest: Hashable, Sendable {
    /// The region's name; one of the same name takes the place of the last.
    public var id: RegionID
    /// What is watched.
    public var shape: Shape
    /// Which transitions are told.
    public var notifies: RegionTransitions
    /// Which transitions are told of the state that the device is in when the region is added (Android); Google's default
    /// is enter and dwell.
    public var initialTrigger: RegionTransitions
    /// How long the device has to stay inside until a dwell is told (Android).
    public var loiteringDelay: Duration
    /// How late at most a transition may be told, to save power (Android); zero is as soon as possible.
    public var responsiveness: Duration
    /// After how long the region is forgotten (Android); `nil` means never.
    public var expiresAfter: Duration?

    /// What is watched.
    public enum Shape: Hashable, Sendable {
        /// A circle.
        case circle(center: Coordinate, radiusMeters: Double)
        /// A Bluetooth beacon's identity (iOS): takes a slot like a circle.
        case beacon(uuid: String)
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - id: the region's name.
    ///   - shape: what is watched.
    ///   - notifies: which transitions are told.
    ///   - initialTrigger: which are told of the state at the addition (Android).
    ///   - loiteringDelay: until a dwell is told (Android).
    ///   - responsiveness: how late at most (Android).
    ///   - expiresAfter: until it is forgotten (Android).
    public init(
        id: RegionID,
        shape: Shape,
        notifies: RegionTransitions = [.enter, .exit],
        initialTrigger: RegionTransitions = [.enter, .dwell],
        loiteringDelay: Duration = .zero,
        responsiveness: Duration = .zero,
        expiresAfter: Duration? = nil
    ) {
        self.id = id
        self.shape = shape
        self.notifies = notifies
        self.initialTrigger = initialTrigger
        self.loiteringDelay = loiteringDelay
        self.responsiveness = responsiveness
        self.expiresAfter = expiresAfter
    }
}

/// Kinds of transitions, with Android's bits: enter 1, exit 2, dwell 4.
public struct RegionTransitions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Going in.
    public static let enter = RegionTransitions(rawValue: 1)
    /// Going out.
    public static let exit = RegionTransitions(rawValue: 2)
    /// Having stayed inside.
    public static let dwell = RegionTransitions(rawValue: 4)
}

/// On which side of a region's edge a device is, as far as the system knows.
public enum RegionState: String, Hashable, Sendable, CaseIterable {
    /// Inside.
    case inside
    /// Outside.
    case outside
    /// Not known yet.
    case unknown
}
