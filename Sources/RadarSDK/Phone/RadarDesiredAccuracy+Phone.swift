internal import RadarEngine
internal import enum PhoneOS.DesiredAccuracy

extension RadarDesiredAccuracy {
    var ofPhone: DesiredAccuracy {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .none: .passive
        }
    }
}
