internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension FixUploader {
    private static let prefix = "footfall.upload."

    /// Returns the name of a request's timer and of its background task.
    static func timer(of request: Int) -> String { prefix + String(request) }

    /// Returns the request of a timer; `nil` for a timer of another component.
    static func request(ofTimer name: String) -> Int? {
        name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    /// Returns the upload trigger of a signal; `nil` if it does not concern uploads.
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

    /// Returns the name of a fix, a digest of its content.
    static func name(of document: [UInt8]) -> String {
        var digest = StableDigest()
        digest.combine(String(decoding: document, as: UTF8.self))
        return StableDigest.text(of: digest.value)
    }
}
