package struct LiveOptions: Hashable, Sendable {
    /// The most fixes that wait to be evaluated or written, about 200 bytes each; further requests are refused until
    /// there is room.
    package var waitingFixesLimit: Int
    package var waitingRequestsLimit: Int
    /// The most cached devices; any other is read from the store when it sends.
    package var openDevicesLimit: Int
    /// The number of members evaluated concurrently; more than there are processors, because late fixes read from the
    /// disk.
    package var workerCount: Int
    /// The most devices in one transaction, so that the first does not wait for long.
    package var groupLimit: Int
    /// The most requests in the pending-fix log, 60 bytes or more each, before their devices are saved; they are read
    /// at the start after a crash.
    package var intakeLimit: Int
    /// The most records of a long request that are read and evaluated at once; about 1 kB each.
    ///
    /// Pieces are shorter where one takes longer than `PieceLength.aim`.
    package var pieceLimit: Int
    /// The most phones of a member that are created by what phones send; fixes of further ones are quarantined.
    ///
    /// A member with more, from an import, keeps them.
    package var phonesOfMemberLimit: Int
    /// The most quarantined records of a request; further ones are counted.
    package var refusedLimit: Int

    /// The body length in bytes beyond which a separate queue reads the request.
    static let longBodyBytes = 256 << 10

    package init(
        waitingFixesLimit: Int = 200_000,
        waitingRequestsLimit: Int = 10_000,
        openDevicesLimit: Int = 20_000,
        workerCount: Int = 4,
        groupLimit: Int = 2_000,
        intakeLimit: Int = 200_000,
        pieceLimit: Int = 5_000,
        phonesOfMemberLimit: Int = 1_000,
        refusedLimit: Int = 1_000
    ) {
        self.waitingFixesLimit = max(1, waitingFixesLimit)
        self.waitingRequestsLimit = max(1, waitingRequestsLimit)
        self.openDevicesLimit = max(1, openDevicesLimit)
        self.workerCount = max(1, workerCount)
        self.groupLimit = max(1, groupLimit)
        self.intakeLimit = max(1, intakeLimit)
        self.pieceLimit = max(1, pieceLimit)
        self.phonesOfMemberLimit = max(1, phonesOfMemberLimit)
        self.refusedLimit = max(0, refusedLimit)
    }
}

/// The number of records in the pieces of a long request, by how long the last one took.
///
/// Others wait for at most a piece, and so does the stop of the service.
struct PieceLength: Sendable {
    /// How long a piece should take.
    static let aim = Duration.milliseconds(500)
    /// The least number of records: each piece costs a transaction.
    static let least = 200

    private(set) var count: Int
    private let most: Int

    /// Begins with the most records.
    init(most: Int) { (count, self.most) = (most, most) }

    /// Adapts to the time that a piece of some records took.
    mutating func adapt(to duration: Duration, of records: Int) {
        let fitting = Double(max(1, records)) * (Self.aim / max(duration, .milliseconds(1)))
        count = min(most, max(min(Self.least, most), Int(min(fitting, 2 * Double(count)))))
    }
}
