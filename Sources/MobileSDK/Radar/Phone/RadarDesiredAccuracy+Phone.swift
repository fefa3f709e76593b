internal import enum PhoneOS.DesiredAccuracy
internal import TrackingEngine

extension RadarDesiredAccuracy {
    /// The phone's word for it.
    var ofPhone: DesiredAccuracy {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .none: .passive
        }
    }
}
