extension FixRejection {
    /// The problem with the fix and its remedy, as a sentence for a person.
    public var sentence: String {
        switch self {
        case .clockTooEarly: "the fix is dated before any phone could have sent it; set the phone's clock"
        case .clockInFuture:
            "the fix is dated after it was received, by more than can be corrected; set the phone's clock"
        case .poorAccuracy: "the fix is less accurate than the policy allows"
        case .exactRepeat: "the same fix was received before"
        case .impossibleSpeed: "the fix is not reachable from the previous fix and back to the next one"
        case .beyondHorizon: "the fix is older than the horizon; it is stored and not evaluated"
        }
    }
}
