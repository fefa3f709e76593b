internal import RadarEngine
internal import enum PhoneOS.DesiredAccuracy

extension RadarDesiredAccuracy {
    /// The corresponding accuracy of the phone.
    var ofPhone: DesiredAccuracy {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .none: .passive
        }
    }
}
