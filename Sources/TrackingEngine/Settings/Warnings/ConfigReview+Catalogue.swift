import TrackingModel
import VisitModel

extension ConfigReview {
    /// Reviews options of the other platform.
    ///
    /// Transistor, ActivityConfig and AppConfig, the platform notes.
    mutating func reviewPlatform() {
        for option in ConfigOption.all where isChanged(option.path) && !option.platforms.contains(config.platform) {
            let others = option.platforms.map(\.displayName).joined(separator: " and ")
            warn(
                .ignoredByPlatform,
                option.path,
                "\(config.platform.displayName) ignores it; it is an option of \(others)"
            )
        }
    }

    /// Reviews numbers outside the supported range.
    mutating func reviewLimits() {
        for option in ConfigOption.all where option.platforms.contains(config.platform) {
            guard let limits = option.limits(on: config.platform), let number = option.value(in: config).number,
                let used = limits.applied(to: number), used != number
            else { continue }
            let unit = option.unit.map { " \($0.rawValue)" } ?? ""
            let set = ConfigValue.number(number).document
            let instead = ConfigValue.number(used).document
            warn(
                .clamped,
                option.path,
                "\(set)\(unit) is not supported on \(config.platform.displayName) (\(limits)), and "
                    + "\(instead)\(unit) is used"
            )
        }
    }
}

extension Platform {
    /// The platform's name in messages.
    fileprivate var displayName: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}
