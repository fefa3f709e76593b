import TrackingModel
import Testing
import TrackingEngine
import VisitModel

/// A warning, what sets it off, and what is nearest to it and does not.
struct ConfigWarningCase: CustomTestStringConvertible, Sendable {
    let platform: Platform
    let code: ConfigurationWarning.Code
    let option: String
    /// A part of the sentence, enough to know it from the option's others.
    let says: String
    /// The document that sets it off.
    let trigger: String
    /// The documents that don't.
    let calm: [String]
    let app: AppFacts
    let calmApp: AppFacts

    init(
        _ platform: Platform,
        _ code: ConfigurationWarning.Code,
        _ option: String,
        _ says: String,
        when trigger: String,
        not calm: String...,
        app: AppFacts = AppFacts(),
        calmApp: AppFacts? = nil
    ) {
        self.platform = platform
        self.code = code
        self.option = option
        self.says = says
        self.trigger = trigger
        self.calm = calm
        self.app = app
        self.calmApp = calmApp ?? app
    }

    var testDescription: String { "\(platform.rawValue), \(code.rawValue), \(option): \(says)" }

    /// The warnings of a document that are this one.
    func hits(_ json: String, app: AppFacts) throws -> [ConfigurationWarning] {
        let patch = try ConfigPatch.read(json: json).patch
        return TrackingConfig(platform: platform).applying(patch).warnings(app: app, given: patch)
            .filter { $0.code == code && $0.option == option && $0.message.contains(says) }
    }
}

extension AppFacts {
    /// Facts with some of them known.
    init(_ set: (inout AppFacts) -> Void) {
        self.init()
        set(&self)
    }
}
