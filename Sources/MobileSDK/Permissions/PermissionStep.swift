public import PhoneOS
public import VisitModel

/// What an app should do next on the way to its permissions.
public enum PermissionStep: Hashable, Sendable {
    /// Explain, then let the system ask.
    case ask(PermissionExplanation)
    /// Explain, then open Settings: the system would not ask any more.
    case openSettings(PermissionExplanation)
    /// Nothing is left to do.
    case done
}

/// Where an app stands with the permissions that counting visits takes.
///
/// A value, so that the order can be read and tested without a phone.
public struct PermissionSituation: Hashable, Sendable {
    /// The phone's operating system.
    public var platform: Platform
    /// Its version.
    public var version: OSVersion
    /// Where the app stands with each permission; one that is not named is denied.
    public var statuses: [Permission: PermissionStatus]
    /// The permissions that the system would still ask for.
    public var promptable: Set<Permission>
    /// Whether the app wants to know what the member is doing.
    public var wantsPhysicalActivity: Bool

    /// Makes a situation.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - version: its version.
    ///   - statuses: where the app stands with each.
    ///   - promptable: what the system would still ask for.
    ///   - wantsPhysicalActivity: whether the app wants to know what the member is doing.
    public init(
        platform: Platform,
        version: OSVersion,
        statuses: [Permission: PermissionStatus],
        promptable: Set<Permission>,
        wantsPhysicalActivity: Bool = false
    ) {
        self.platform = platform
        self.version = version
        self.statuses = statuses
        self.promptable = promptable
        self.wantsPhysicalActivity = wantsPhysicalActivity
    }

    /// Asks a phone for it.
    init(on phone: any PhoneOS, wantsPhysicalActivity: Bool = false) {
        self.init(
            platform: phone.platform,
            version: phone.version,
            statuses: Dictionary(uniqueKeysWithValues: Permission.allCases.map { ($0, phone.status(of: $0)) }),
            promptable: Set(Permission.allCases.filter(phone.canPrompt)),
            wantsPhysicalActivity: wantsPhysicalActivity
        )
    }

    /// The permissions in the order in which they are asked for: foreground, then background, then notifications.
    public var order: [Permission] {
        let wanted: [Permission] = [.fineLocation, .backgroundLocation, .notifications]
        return (wanted + (wantsPhysicalActivity ? [.physicalActivity] : [])).filter {
            $0.isAsked(on: platform, version)
        }
    }

    /// What to do next, leaving out what the member has put off.
    ///
    /// Denied on iOS and restricted on both lead to Settings: no prompt would come. Background location waits for location
    /// itself, whatever was put off.
    ///
    /// - Parameter deferred: permissions that the member has said no to for now; they are not asked for again.
    /// - Returns: the first step that is left.
    public func nextStep(deferring deferred: Set<Permission> = []) -> PermissionStep {
        for permission in order where statuses[permission] != .granted && !deferred.contains(permission) {
            if permission == .backgroundLocation, statuses[.fineLocation] != .granted { continue }
            return promptable.contains(permission)
                ? .ask(.beforePrompt(permission, on: platform, version))
                : .openSettings(.beforeSettings(permission, on: platform))
        }
        return .done
    }

    /// Whether geofences work with the app in the background: what `startMonitoring` wants.
    public var isReadyToMonitor: Bool {
        [.fineLocation, .backgroundLocation].allSatisfy {
            statuses[$0] == .granted || !$0.isAsked(on: platform, version)
        }
    }
}
