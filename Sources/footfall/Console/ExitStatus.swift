internal import ArgumentParser

/// How a process ends, as sysexits(3) numbers it.
enum ExitStatus: Int32 {
    /// What was compared is not the same, as diff(1) has it.
    case different = 1
    /// EX_USAGE: the arguments are wrong.
    case usage = 64
    /// EX_DATAERR: what was read can't be used.
    case data = 65
    /// EX_NOINPUT: a file can't be read.
    case noInput = 66
    /// EX_SOFTWARE: a fault of the program.
    case software = 70
    /// EX_OSFILE: a library of the system does not do its work.
    case systemFile = 72
    /// EX_CANTCREAT: a file can't be made or written.
    case cannotCreate = 73
    /// EX_IOERR: a disk or a pipe fails.
    case inputOutput = 74
    /// EX_TEMPFAIL: later it may go.
    case temporary = 75

    /// The same for the argument parser.
    var code: ExitCode { ExitCode(rawValue) }
}

/// An end of a command that is not its success.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    /// What is wrong and what to do; empty where all has been said.
    let description: String

    init(_ status: ExitStatus, _ description: String = "") {
        self.status = status
        self.description = description
    }
}
