internal import ArgumentParser
internal import DeviceEngine
internal import Foundation
internal import HTTPTransport
internal import Interchange
internal import MemberEngine
internal import MonthReports
internal import PhoneSimulator
internal import SQLiteStorage
internal import SimulationLab
internal import Tables
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore
internal import WebhookDelivery

/// The failure of a command, with its exit status.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    /// What is wrong and what to do; empty where it was printed already.
    let description: String

    init(_ status: ExitStatus, _ description: String = "") {
        self.status = status
        self.description = description
    }

    static func noMember(_ id: MemberID) -> CommandFailure {
        CommandFailure(.data, "there is no member `\(id)`; `footfall members list` lists all of them")
    }

    /// No quarantined record has the number.
    static func noRecord(_ number: Int64) -> CommandFailure {
        CommandFailure(.data, "there is no record `\(number)`; `footfall quarantine list` lists the latest")
    }
}

extension CommandFailure {
    /// The failure for one of Footfall's own errors; `nil` for the argument parser's.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as StorageError: self.init(ExitStatus(error.code), error.description)
        case let error as VisitPipelineError where error.code == .policy:
            self.init(.data, "the policy can't be used\n\(error.description)")
        case let error as VisitPipelineError: self.init(ExitStatus(error.code), error.description)
        case let error as DeviceEngineError: self.init(.software, error.description)
        case let error as MemberEngineError: self.init(.data, error.description)
        case let error as SimulationLabError: self.init(ExitStatus(error.code), error.description)
        case let error as SimulatorError: self.init(.data, error.description)
        case let error as TrackingEngineError: self.init(.data, error.description)
        case let error as MonthReportError: self.init(.data, error.description)
        case let error as TablesError: self.init(.cannotCreate, error.description)
        case let error as InterchangeError: self.init(ExitStatus(error.code), error.description)
        case let error as HTTPTransportError: self.init(ExitStatus(error.code), error.description)
        case let error as SecretCipherError: self.init(.data, error.description)
        case let error as WebhookSigningError: self.init(.data, error.description)
        case let error as VisitServerError: self.init(ExitStatus(error.code), error.description)
        case let error as VisitModel.ValidationError: self.init(.data, error.description)
        case is ExitCode, is CleanExit, is ArgumentParser.ValidationError: return nil
        case let error as CocoaError: self.init(.inputOutput, error.localizedDescription)
        default: return nil
        }
    }
}

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
    /// EX_CONFIG: the configuration file or the environment has an unusable option.
    case configuration = 78

    var code: ExitCode { ExitCode(rawValue) }
}

extension ExitStatus {
    fileprivate init(_ code: StorageError.Code) {
        switch code {
        case .unknownName, .conflict, .repeatedName, .overlappingVisit: self = .data
        case .invalidRequest: self = .usage
        case .newerDatabase, .statement: self = .software
        case .spatialite: self = .systemFile
        case .cannotOpen, .readOnly, .notADatabase: self = .cannotCreate
        case .busy, .notWiped, .outpaced: self = .temporary
        default: self = .inputOutput
        }
    }

    fileprivate init(_ code: VisitServerError.Code) {
        switch code {
        case .cannotListen, .alreadyServing: self = .temporary
        case .certificate: self = .noInput
        default: self = .usage
        }
    }

    fileprivate init(_ code: VisitPipelineError.Code) {
        switch code {
        case .unreadableFile: self = .noInput
        case .deliveringElsewhere: self = .temporary
        case .keyFile: self = .noInput
        default: self = .data
        }
    }

    fileprivate init(_ code: HTTPTransportError.Code) {
        self = code == .invalidURL || code == .refusedAddress ? .data : .inputOutput
    }

    fileprivate init(_ code: SimulationLabError.Code) {
        switch code {
        case .unreadableFile: self = .noInput
        case .sweep: self = .usage
        case .scenario, .expectation, .lab: self = .data
        case .labRun: self = .software
        }
    }

    fileprivate init(_ code: InterchangeError.Code) {
        self = code == .mapping ? .usage : .data
    }
}
