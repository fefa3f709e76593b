internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension AppFacts {
    init(of phone: any PhoneOS) {
        self.init()
        switch phone.platform {
        case .ios:
            hasMotionUsageDescription = phone.manifest.usageDescriptions.contains(AppManifest.motionKey)
            hasLocationBackgroundMode = phone.manifest.backgroundModes.contains(AppManifest.locationMode)
            hasAudioBackgroundMode = phone.manifest.backgroundModes.contains("audio")
        case .android:
            androidAPILevel = phone.version.androidAPILevel
        }
    }
}

extension OSVersion {
    /// From 8 on; `nil` before (Google, "Codenames, tags, and build numbers").
    fileprivate var androidAPILevel: Int? {
        switch major {
        case 8: minor == 0 ? 26 : 27
        case 9: 28
        case 10: 29
        case 11: 30
        case 12...: major + 20 + (major == 12 && minor == 0 ? -1 : 0)
        default: nil
        }
    }
}

extension TrackingLaunch {
    init(_ reason: LaunchReason) {
        switch reason {
        case .user: self = .user
        case .location, .alarm: self = .event
        case .bootCompleted: self = .boot
        case .packageReplaced: self = .replaced
        case .backgroundFetch: self = .backgroundFetch
        }
    }
}
