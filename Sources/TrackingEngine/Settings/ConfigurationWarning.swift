/// Something about a set of options that works, and may not do what was meant.
///
/// A wrong value is an error (`TrackingEngineError`); a warning is for a value that a platform ignores, changes or makes
/// dear. The documents of both SDKs name these in prose only; here a program and its tests can see them.
public struct ConfigurationWarning: Hashable, Sendable, Codable {
    /// What kind of warning it is; stable, for programs.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// The platform does not look at the option.
        case ignored
        /// The value is outside what is supported, and another is used.
        case clamped
        /// The option does nothing without another one.
        case needsOption = "needs_option"
        /// The option does nothing without a permission, or without something that the app is built with.
        case needsApp = "needs_app"
        /// Two options work against each other.
        case conflict
        /// The options cost much power, or more than a platform's limits of good behaviour.
        case costly
        /// Something goes on, or ends, that one might not expect.
        case surprising
        /// The option has another name today.
        case deprecated
        /// A document lacks the option, and its default is used.
        case missing
        /// A document has an option that does not exist.
        case unknown
    }

    /// What kind of warning it is.
    public let code: Code
    /// The option, as its document names it, for instance `activity.stopOnStationary`.
    public let option: String
    /// What happens and what to do, as a sentence for a person.
    public let message: String

    /// Makes a warning.
    ///
    /// - Parameters:
    ///   - code: what kind it is.
    ///   - option: as its document names it.
    ///   - message: what happens and what to do, without a final full stop.
    public init(_ code: Code, _ option: String, _ message: String) {
        self.code = code
        self.option = option
        self.message = message
    }
}

extension ConfigurationWarning: CustomStringConvertible {
    /// The option and the sentence.
    public var description: String { "\(option): \(message)" }
}
