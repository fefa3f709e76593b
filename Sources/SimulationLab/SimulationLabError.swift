/// What goes wrong with a scenario or a diagnosis.
package struct SimulationLabError: Error, Sendable {
    /// What kind of failure it is.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// A file can't be read.
        case unreadableFile = "unreadable_file"
        /// A scenario says something that it can't.
        case scenario
        /// An expectation is none.
        case expectation
        /// A sweep is none.
        case sweep
        /// There is nothing to diagnose.
        case nothingToDiagnose = "nothing_to_diagnose"
        /// A lab is asked for something that it can't do: a number, a set of options or a line of its file.
        case lab
        /// One run of a lab failed.
        case labRun = "lab_run"
    }

    /// What kind of failure it is.
    package let code: Code
    /// What is wrong and what to do; a line `file:line: …` for each fault of a file.
    package let message: String
    /// What it came from, where it came from something else.
    package let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it is.
    ///   - message: what is wrong and what to do.
    ///   - cause: what it came from.
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
