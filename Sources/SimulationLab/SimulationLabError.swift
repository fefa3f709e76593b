package import VisitModel

/// An error in a scenario, a lab or a diagnosis.
package typealias SimulationLabError = CodedError<SimulationLabErrorCode>

/// The kinds of `SimulationLabError`.
package enum SimulationLabErrorCode: String, ErrorCode, CaseIterable {
    /// A file can't be read.
    case unreadableFile = "unreadable_file"
    /// A scenario is invalid.
    case scenario
    /// An expectation is invalid.
    case expectation
    /// A sweep is invalid.
    case sweep
    /// A lab's number, set of options or file is invalid.
    case lab
    /// One run of a lab failed.
    case labRun = "lab_run"

    /// True: a message quotes its cause.
    package static var messagesNameCause: Bool { true }
}
