internal import Glibc

/// How an import is written with respect to other writers.
package enum ImportMethod: Sendable {
    /// One transaction, beside any other import: the change of a form, or a program's own rows.
    case change
    /// One transaction, for a short file; refused while another file is imported.
    case oneTransaction
    /// Short transactions, for a long file; refused while another file is imported.
    case slices(ImportSlices)
}

/// The lengths of the transactions and pauses in which a long import is written.
package struct ImportSlices: Sendable {
    /// A transaction ends once its statements have taken this long.
    let length: Duration
    /// Twice as long, while another process writes: it polls for the lock after 1, 2, 5, 10, 15, 20 and more
    /// milliseconds, and finds it taken a third of the time.
    let pauseLength: Duration
    /// The pause while no other process writes; the writers of one process take turns.
    let quietPauseLength: Duration
    /// An import with at most this many changes is written in one transaction.
    let directLimit: Int
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration
    /// Blocks the caller's thread between two transactions.
    let pause: @Sendable (Duration) -> Void

    package init(
        length: Duration = .milliseconds(10),
        pauseLength: Duration = .milliseconds(20),
        quietPauseLength: Duration = .milliseconds(5),
        directLimit: Int = 500,
        uptime: @escaping @Sendable () -> Duration,
        pause: @escaping @Sendable (Duration) -> Void
    ) {
        self.length = length
        self.pauseLength = pauseLength
        self.quietPauseLength = quietPauseLength
        self.directLimit = directLimit
        self.uptime = uptime
        self.pause = pause
    }

    /// With the system's clock.
    package static var standard: ImportSlices {
        let start = ContinuousClock.now
        return ImportSlices(
            uptime: { start.duration(to: .now) },
            pause: { usleep(UInt32(clamping: $0.components.attoseconds / 1_000_000_000_000)) }
        )
    }

    /// Returns a function that returns whether the time of a transaction that begins now is over.
    func timer() -> () -> Bool {
        let begin = uptime()
        return { uptime() - begin >= length }
    }
}

/// The pauses between the transactions of an import: long ones while another process writes to the database.
struct ImportPauses {
    /// The number of long pauses at the beginning and after a transaction of another process.
    static let watchfulCount = 50

    private let slices: ImportSlices
    /// Changes with each transaction of another connection (SQLite, PRAGMA data_version).
    private var dataVersion: Int64?
    private var longPauses = 0

    init(_ slices: ImportSlices) { self.slices = slices }

    /// Takes the data version of the writing connection, and blocks the caller's thread.
    mutating func pause(dataVersion: Int64) {
        if dataVersion != self.dataVersion { longPauses = Self.watchfulCount }
        self.dataVersion = dataVersion
        guard longPauses > 0 else { return slices.pause(slices.quietPauseLength) }
        longPauses -= 1
        slices.pause(slices.pauseLength)
    }
}
