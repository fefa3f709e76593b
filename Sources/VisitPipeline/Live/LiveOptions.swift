/// How much the live intake takes on.
package struct LiveOptions: Hashable, Sendable {
    /// How many fixes at most wait for their turn or for the disk; beyond that requests are turned away for a while.
    package var waitingFixesLimit: Int
    /// How many requests at most wait.
    package var waitingRequestsLimit: Int
    /// How many devices are kept at hand; one that is not is read from the store when it is heard of again.
    package var openDevicesLimit: Int
    /// How many members are worked on at a time.
    package var workerCount: Int
    /// How many devices' changes are written in one transaction at most, so that the first does not wait for long.
    package var groupLimit: Int
    /// How many requests' fixes are put down at most before the states of their devices follow: what is read at the next
    /// start after a crash.
    package var intakeLimit: Int
    /// How many records of a long request are read and evaluated at a stretch.
    package var pieceLimit: Int
    /// How many records of a request are kept that can't be used; the others are counted.
    package var refusedLimit: Int

    /// A body that is longer is read away from the threads that answer requests.
    static let longBodyBytes = 256 << 10

    /// Makes options.
    ///
    /// - Parameters:
    ///   - waitingFixesLimit: fixes that may wait, 1 or more; a waiting fix takes about 200 bytes.
    ///   - waitingRequestsLimit: requests that may wait, 1 or more.
    ///   - openDevicesLimit: devices kept at hand, 1 or more.
    ///   - workerCount: members worked on at a time, 1 or more; more than there are processors, because one whose fixes
    ///     come late reads from the disk.
    ///   - groupLimit: devices' changes a transaction, 1 or more.
    ///   - intakeLimit: requests' fixes put down, 1 or more; 60 bytes or more each.
    ///   - pieceLimit: records read and evaluated at a stretch, 1 or more; about 1 kB each.
    ///   - refusedLimit: records of a request kept that can't be used, 0 or more.
    package init(
        waitingFixesLimit: Int = 200_000,
        waitingRequestsLimit: Int = 10_000,
        openDevicesLimit: Int = 20_000,
        workerCount: Int = 4,
        groupLimit: Int = 2_000,
        intakeLimit: Int = 200_000,
        pieceLimit: Int = 5_000,
        refusedLimit: Int = 1_000
    ) {
        self.waitingFixesLimit = max(1, waitingFixesLimit)
        self.waitingRequestsLimit = max(1, waitingRequestsLimit)
        self.openDevicesLimit = max(1, openDevicesLimit)
        self.workerCount = max(1, workerCount)
        self.groupLimit = max(1, groupLimit)
        self.intakeLimit = max(1, intakeLimit)
        self.pieceLimit = max(1, pieceLimit)
        self.refusedLimit = max(0, refusedLimit)
    }
}
