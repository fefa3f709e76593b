internal import ArgumentParser

/// The exit status of a process, by sysexits(3).
enum ExitStatus: Int32 {
    /// The compared values differ, as in diff(1).
    case different = 1
    /// EX_USAGE: the arguments are invalid.
    case usage = 64
    /// EX_DATAERR: the input data can't be used.
    case data = 65
    /// EX_NOINPUT: a file can't be read.
    case noInput = 66
    /// EX_SOFTWARE: an internal error.
    case software = 70
    /// EX_OSFILE: a system library does not work.
    case systemFile = 72
    /// EX_CANTCREAT: a file can't be created or written.
    case cannotCreate = 73
    /// EX_IOERR: a disk or a pipe fails.
    case inputOutput = 74
    /// EX_TEMPFAIL: a temporary failure; a retry may succeed.
    case temporary = 75

    /// The status for the argument parser.
    var code: ExitCode { ExitCode(rawValue) }
}

/// The failure of a command, with its exit status.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    /// What is wrong and what to do; empty where it was printed already.
    let description: String

    init(_ status: ExitStatus, _ description: String = "") {
        self.status = status
        self.description = description
    }
}
