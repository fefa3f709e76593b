internal import TrackingModel
/// A hint for iOS about the kind of movement, which affects its automatic pausing of location updates.
///
/// Transistor types, ActivityType; Apple, CLActivityType. It is not related to the member's activity: that is
/// `VisitModel.Activity`.
public enum ActivityType: Int, Hashable, Sendable, Codable, CaseIterable {
    /// No hint.
    case other = 1
    /// Driving a car.
    case automotiveNavigation = 2
    /// On foot, for sport.
    case fitness = 3
    /// A boat, a train, another vehicle.
    case otherNavigation = 4
    /// In the air.
    case airborne = 5
}

extension ActivityType: ConfigNumber {}
