internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension TrackingSignal {
    /// `nil` for a signal that the engine does not use.
    init?(_ signal: PhoneSignal, of phone: any PhoneOS) {
        switch signal {
        case .fix(let fix, let source): self = .fix(fix, FixOrigin(source))
        case .regionTransition(let ids, let transition, let fix):
            self = .regionsCrossed(GeofenceCrossing.Action(transition), ids.map(\.text), fix)
        case .regionState(let id, let state):
            self = .regionState(id.text, isInside: state == .unknown ? nil : state == .inside)
        case .activity(let activity, let confidence): self = .activity(activity, confidence: confidence)
        case .powerChanged(let power):
            self = .powerChanged(
                isCharging: power.isCharging,
                isScreenOn: power.isScreenOn,
                isPowerSaving: power.isPowerSaving,
                batteryLevel: power.batteryLevel
            )
        case .timeZoneChanged(let zone): self = .timeZoneChanged(zone)
        case .permissionChanged(.physicalActivity, let status):
            self = .motionPermissionChanged(isGranted: status == .granted && phone.hasMotionHardware)
        default: return nil
        }
    }
}

extension TrackingSignal.FixOrigin {
    init(_ source: LocationSource) {
        switch source {
        case .updates: self = .updates
        case .significantChange: self = .significantChange
        case .single: self = .single
        case .region: self = .region
        }
    }
}

extension GeofenceCrossing.Action {
    init(_ transition: RegionTransition) {
        switch transition {
        case .enter: self = .enter
        case .exit: self = .exit
        case .dwell: self = .dwell
        }
    }
}
