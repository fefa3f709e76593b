public import PhoneOS
public import VisitModel

/// The next step of an app towards its permissions.
public enum PermissionStep: Hashable, Sendable {
    /// Explain, then prompt.
    case ask(PermissionExplanation)
    /// Explain, then open Settings: the system would not prompt any more.
    case openSettings(PermissionExplanation)
    /// Nothing is left to do.
    case done
}

/// The status of the permissions that counting visits requires.
public struct PermissionSituation: Hashable, Sendable {
    /// The phone's operating system.
    public var platform: Platform
    /// The version of the operating system.
    public var version: OSVersion
    /// The status of each permission; a missing one counts as denied.
    public var statuses: [Permission: PermissionStatus]
    /// The permissions for which the system would still prompt.
    public var promptable: Set<Permission>
    /// Whether the app uses activity recognition.
    public var wantsPhysicalActivity: Bool

    /// Creates a situation.
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

    init(on phone: any PhoneOS, wantsPhysicalActivity: Bool = false) {
        self.init(
            platform: phone.platform,
            version: phone.version,
            statuses: Dictionary(uniqueKeysWithValues: Permission.allCases.map { ($0, phone.status(of: $0)) }),
            promptable: Set(Permission.allCases.filter(phone.canPrompt)),
            wantsPhysicalActivity: wantsPhysicalActivity
        )
    }

    /// The permissions in the order in which they are requested: foreground, then background, then notifications.
    public var order: [Permission] {
        let wanted: [Permission] = [.fineLocation, .backgroundLocation, .notifications]
        return (wanted + (wantsPhysicalActivity ? [.physicalActivity] : [])).filter {
            $0.needsRequest(on: platform, version: version)
        }
    }

    /// Returns the next step, leaving out the permissions that the member has postponed.
    ///
    /// Denied on iOS and restricted on both platforms lead to Settings, because no prompt would be shown. Background
    /// location waits for foreground location, whatever was postponed.
    public func nextStep(deferring deferred: Set<Permission> = []) -> PermissionStep {
        for permission in order where statuses[permission] != .granted && !deferred.contains(permission) {
            if permission == .backgroundLocation, statuses[.fineLocation] != .granted { continue }
            return promptable.contains(permission)
                ? .ask(.beforePrompt(permission, on: platform, version))
                : .openSettings(.beforeSettings(permission, on: platform))
        }
        return .done
    }

    /// Whether geofences work while the app is in the background, which `startMonitoring` requires.
    public var isReadyToMonitor: Bool { has(.fineLocation) && has(.backgroundLocation) }

    /// Returns whether the app has a permission or does not need it.
    func has(_ permission: Permission) -> Bool {
        statuses[permission] == .granted || !permission.needsRequest(on: platform, version: version)
    }
}
