internal import TrackingModel
/// The policy for poor fixes before they are recorded.
///
/// Transistor headers, TSLocationFilterPolicy.
public enum LocationFilterPolicy: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Every fix is accepted unchanged.
    case passThrough = 0
    /// Poor fixes are adjusted.
    case adjust = 1
    /// Poor fixes are refused.
    case conservative = 2
}

extension LocationFilterPolicy: ConfigNumber {}

/// The amount of smoothing.
///
/// The vendor's documents and its header disagree on which end `aggressive` names; here it follows quickly and smooths
/// little. Transistor types, KalmanProfile.
public enum KalmanProfile: Int, Hashable, Sendable, Codable, CaseIterable {
    /// A medium amount.
    case `default` = 0
    /// Follows quickly, smooths little.
    case aggressive = 1
    /// Follows slowly, smooths much.
    case conservative = 2
}

extension KalmanProfile: ConfigNumber {}
