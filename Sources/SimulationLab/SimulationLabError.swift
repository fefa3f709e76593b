/// An error in a scenario, a lab or a diagnosis.
package struct SimulationLabError: Error, Sendable {
    /// The kinds of errors.
    package enum Code: String, Hashable, Sendable, CaseIterable {
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
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong and what to do; for a file, a line `file:line: …` for each error.
    package let message: String
    /// The underlying error; `nil` without one.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension SimulationLabError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
