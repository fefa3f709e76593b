internal import PhoneSimulator
internal import VisitModel

extension PhoneProfile {
    /// How many geofences the phone can register: its platform's limit, unless the scenario sets another.
    var slots: Int {
        switch platform {
        case .ios: ios.slots
        case .android: android.slots
        }
    }
}
