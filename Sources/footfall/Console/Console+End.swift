internal import SQLiteStorage
internal import TrackingModel
internal import DeviceEngine
internal import ArgumentParser
internal import Foundation
internal import HTTPTransport
internal import Interchange
internal import PhoneSimulator
internal import SimulationLab
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore
internal import WebhookDelivery

extension Console {
    /// Reports the error with which a command ended.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - arguments: the command line, for suggestions.
    /// - Returns: the exit status.
    func end(after error: any Error, _ arguments: [String] = []) -> Int32 {
        if error is StandardOutput.Closed { return 0 }
        if let failure = CommandFailure(error) {
            if !failure.description.isEmpty { errors("footfall: \(failure.description)") }
            return failure.status.rawValue
        }
        let message = Footfall.fullMessage(for: error, columns: columns)
        let code = Footfall.exitCode(for: error)
        guard code.isSuccess else {
            errors(Footfall.suggestion(for: arguments).map { "\(message)\n  \($0)" } ?? message)
            return code.rawValue
        }
        do {
            try print(message)
            return code.rawValue
        } catch {
            return end(after: error)
        }
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
        case let error as SimulationLabError: self.init(ExitStatus(error.code), error.description)
        case let error as SimulatorError: self.init(.data, error.description)
        case let error as TrackingEngineError: self.init(.data, error.description)
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

extension ExitStatus {
    fileprivate init(_ code: StorageError.Code) {
        switch code {
        case .unknownName, .conflict, .repeatedName: self = .data
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
