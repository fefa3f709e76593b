internal import TrackingModel

/// What iOS is told about the kind of movement, as a hint for its own pausing of location.
///
/// Transistor types, ActivityType; Apple, CLActivityType. It says nothing about what the member does: that is
/// `VisitModel.Activity`.
public enum ActivityType: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing is said.
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
