internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension FixUploader {
    private static let prefix = "footfall.upload."

    /// The name of a request's timer, and of the time in the background that it needs.
    static func timer(of request: Int) -> String { prefix + String(request) }

    /// The request that a timer is of; `nil` for somebody else's timer.
    static func request(ofTimer name: String) -> Int? {
        name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    /// What a signal means for the upload; `nil` for nothing.
    static func trigger(of signal: PhoneSignal) -> UploadTrigger? {
        switch signal {
        case .launched(.bootCompleted): .booted
        case .launched, .appStateChanged(.foreground): .appResumed
        case .connectivityChanged(let connectivity) where connectivity.isConnected: .connectivityRestored
        case .appStateChanged(.background): .appPaused
        case .backgroundFetch: .backgroundFetch
        default: nil
        }
    }

    /// The name of a fix, the same for the same content.
    static func name(of document: [UInt8]) -> String {
        var digest = StableDigest()
        digest.combine(String(decoding: document, as: UTF8.self))
        return StableDigest.text(of: digest.value)
    }
}
