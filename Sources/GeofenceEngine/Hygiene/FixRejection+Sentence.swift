extension FixRejection {
    /// The problem with the fix and its remedy, as a sentence for a person.
    public var sentence: String {
        switch self {
        case .clockTooEarly: "the fix is dated before any phone could have sent it; set the phone's clock"
        case .clockInFuture:
            "the fix is dated after it was received, by more than can be corrected; set the phone's clock"
        case .poorAccuracy: "the fix is worse than the policy's largest accuracy, so it could be anywhere"
        case .exactRepeat: "the same fix was taken before"
        case .impossibleSpeed: "nobody can have got there from the fix before and on to the one after"
        case .beyondHorizon: "the fix is older than what is evaluated anew; it is stored and changes nothing"
        }
    }
}
