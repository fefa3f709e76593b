/// A database that can't be opened, read or written, or a request that would break one of its rules.
///
/// The code is for programs, the message says to a person what to do. Nothing of a write that threw is kept.
public struct VisitStoreError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case cannotOpen = "cannot_open"
            case notADatabase = "not_a_database"
            case newerDatabase = "newer_database"
            case readOnly = "read_only"
            case diskFull = "disk_full"
            case busy
            case damaged
            case inputOutput = "input_output"
            case spatialite
            case unknownName = "unknown_name"
            case repeatedName = "repeated_name"
            case conflict
            case invalidRequest = "invalid_request"
            case statement
            case notWiped = "not_wiped"
            case outpaced
        }

        private let value: Value

        /// The file, or the folder it should be in, can't be opened or made.
        public static let cannotOpen = Code(value: .cannotOpen)
        /// The file is something else than a Footfall database.
        public static let notADatabase = Code(value: .notADatabase)
        /// The file was made by a newer version of the program.
        public static let newerDatabase = Code(value: .newerDatabase)
        /// The file or its folder may not be written.
        public static let readOnly = Code(value: .readOnly)
        /// There is no room left on the disk.
        public static let diskFull = Code(value: .diskFull)
        /// Another process held the database for too long.
        public static let busy = Code(value: .busy)
        /// The file's content contradicts itself or holds a value that can't be.
        public static let damaged = Code(value: .damaged)
        /// The system failed to read or write the file.
        public static let inputOutput = Code(value: .inputOutput)
        /// The SpatiaLite library does not do its work.
        public static let spatialite = Code(value: .spatialite)
        /// A facility, member or device that the database does not know.
        public static let unknownName = Code(value: .unknownName)
        /// A name that came twice where it may come once.
        public static let repeatedName = Code(value: .repeatedName)
        /// What was to be written contradicts what is there.
        public static let conflict = Code(value: .conflict)
        /// An argument that makes no sense.
        public static let invalidRequest = Code(value: .invalidRequest)
        /// An SQL statement failed in another way: a fault of the program.
        public static let statement = Code(value: .statement)

        /// What was erased is erased, and its traces in the file are not yet: another program uses it.
        public static let notWiped = Code(value: .notWiped)
        /// Another process has stored something later meanwhile.
        public static let outpaced = Code(value: .outpaced)

        /// The code as it appears in reports, for instance `disk_full`.
        public var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// The failure underneath, where there was one.
    public let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it was.
    ///   - message: what is wrong and what to do.
    ///   - cause: the failure underneath.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitStoreError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}

extension VisitStoreError: Equatable {
    /// Two errors are equal when their codes are: messages may be reworded.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
