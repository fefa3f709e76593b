internal import PhoneSimulator
internal import VisitModel

extension PhoneProfile {
    /// How many geofences the phone takes: its platform's number, unless a scenario gives it another.
    var slots: Int {
        switch platform {
        case .ios: ios.slots
        case .android: android.slots
        }
    }
}
