public import VisitModel

/// An error in the configuration of a simulated phone.
public typealias SimulatorError = CodedError<SimulatorErrorCode>

/// The kinds of `SimulatorError`.
public enum SimulatorErrorCode: String, ErrorCode, CaseIterable {
    /// A movement without a waypoint, or with times that do not increase.
    case movement
    /// An invalid number in a profile.
    case profile
}
