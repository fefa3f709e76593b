public import VisitModel

/// An error of a device's stored state.
public typealias DeviceEngineError = CodedError<DeviceEngineErrorCode>

/// The kinds of `DeviceEngineError`.
public enum DeviceEngineErrorCode: String, ErrorCode, CaseIterable {
    /// Stored state is damaged or of another version.
    case damagedState = "damaged_state"
}
