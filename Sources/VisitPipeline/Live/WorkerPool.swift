internal import Dispatch
internal import Synchronization
internal import VisitModel

/// The threads that run members' jobs: one job of a member at a time, several members at once.
///
/// Invariant: while a job waits whose member is not busy, as many workers run as the limit allows, or as there are such
/// jobs.
///
/// The function that runs a job is passed with each call, so that the pool keeps its owner only while it has work.
final class WorkerPool: Sendable {
    private struct State {
        var queue: WorkQueue
        var workerCount = 0
        var isStopping = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
        /// Signalled once when nothing waits and nothing is in progress.
        var waitingForIdle: [DispatchSemaphore] = []
    }

    private let state: Mutex<State>
    private let workerLimit: Int
    private let threads = DispatchQueue(label: "footfall.live", attributes: .concurrent)

    init(_ options: LiveOptions) {
        workerLimit = options.workerCount
        state = Mutex(
            State(queue: WorkQueue(fixLimit: options.waitingFixesLimit, jobLimit: options.waitingRequestsLimit))
        )
    }

    /// The numbers of fixes and of jobs that wait or are in progress.
    var load: (fixes: Int, jobs: Int) { state.withLock { ($0.queue.fixCount, $0.queue.jobCount) } }

    /// Whether new jobs are refused, because the service stops.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Adds jobs to the queue; returns the reason of a refusal.
    ///
    /// With `needsRoom`, they are refused while too much waits. `run` runs a job, and calls `finish` when its result is
    /// on disk.
    func add(_ jobs: [LiveJob], needsRoom: Bool, run: @escaping @Sendable (LiveJob) -> Void) -> LiveIngestError? {
        let fixes = jobs.reduce(0) { $0 + $1.fixCount }
        let refusal = state.withLock { state -> LiveIngestError? in
            if state.isStopping { return .stopping }
            guard !needsRoom || state.queue.hasRoom(forFixes: fixes) else { return .overloaded }
            for job in jobs { state.queue.add(job) }
            return nil
        }
        if refusal == nil { startWorkers(for: jobs.count, run) }
        return refusal
    }

    /// Records that a job is done, so that the member's next one may begin.
    ///
    /// It is called before the job's caller is answered: a client that sends its next request as soon as it has the
    /// response must find the room that the last one held.
    func finish(_ job: LiveJob, run: @escaping @Sendable (LiveJob) -> Void) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.queue.finish(job)
            guard state.queue.isIdle else { return [] }
            for semaphore in state.waitingForIdle { semaphore.signal() }
            state.waitingForIdle = []
            guard state.isStopping else { return [] }
            defer { state.waitingForEnd = [] }
            return state.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
        startWorkers(for: 1, run)
    }

    /// Reserves room for records that need memory but no job, those of a request that are unusable.
    ///
    /// With `needsRoom`, they are refused while too much waits.
    func reserve(_ count: Int, needsRoom: Bool) throws {
        try state.withLock { state in
            guard !needsRoom || state.queue.hasRoom(forFixes: count) else { throw LiveIngestError.overloaded }
            state.queue.reserve(count)
        }
    }

    func release(_ count: Int) { state.withLock { $0.queue.release(count) } }

    /// Runs a closure on one of the threads, beside the jobs.
    func async(_ body: @escaping @Sendable () -> Void) { threads.async(execute: body) }

    /// Refuses new jobs, and returns once every accepted one is done.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isStopping = true
                if !state.queue.isIdle { state.waitingForEnd.append(continuation) }
                return state.queue.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Blocks the caller's thread until nothing waits and nothing is in progress.
    func holdThreadUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        let waits = state.withLock { state in
            guard !state.queue.isIdle else { return false }
            state.waitingForIdle.append(isIdle)
            return true
        }
        if waits { isIdle.wait() }
    }

    private func startWorkers(for jobCount: Int, _ run: @escaping @Sendable (LiveJob) -> Void) {
        let count = state.withLock { state in
            let count = max(0, min(jobCount, workerLimit - state.workerCount))
            state.workerCount += count
            return count
        }
        for _ in 0..<count {
            threads.async {
                while let job = self.nextJob() { run(job) }
            }
        }
    }

    private func nextJob() -> LiveJob? {
        state.withLock { state in
            if let job = state.queue.next() { return job }
            state.workerCount -= 1
            return nil
        }
    }
}

/// The waiting jobs by member: one at a time for each member, the members in turn.
///
/// A member is busy from the moment a job is returned by `next` until its result is on disk, so that the next job finds
/// the member in the store as the last one left it.
struct WorkQueue {
    private let fixLimit: Int
    private let jobLimit: Int
    private var waiting: [MemberID: [LiveJob]] = [:]
    private var busy: Set<MemberID> = []
    /// Members with waiting jobs, in the order of their turn; those before `head` are done.
    private var turns: [MemberID] = []
    private var head = 0
    /// The number of fixes that wait or are in progress.
    private(set) var fixCount = 0
    /// The number of jobs that wait or are in progress.
    private(set) var jobCount = 0

    init(fixLimit: Int, jobLimit: Int) {
        self.fixLimit = fixLimit
        self.jobLimit = jobLimit
    }

    var isIdle: Bool { jobCount == 0 }

    /// A request beyond the whole limit has room while there is no other.
    func hasRoom(forFixes fixes: Int) -> Bool {
        jobCount < jobLimit && (fixCount == 0 || fixCount + fixes <= fixLimit)
    }

    /// Reserves room for fixes without a job.
    mutating func reserve(_ fixes: Int) { fixCount += fixes }

    mutating func release(_ fixes: Int) { fixCount -= fixes }

    mutating func add(_ job: LiveJob) {
        fixCount += job.fixCount
        jobCount += 1
        let isFirst = waiting[job.member] == nil
        waiting[job.member, default: []].append(job)
        if isFirst, !busy.contains(job.member) { turns.append(job.member) }
    }

    /// Returns the next job and makes its member busy.
    mutating func next() -> LiveJob? {
        guard head < turns.count else { return nil }
        let member = turns[head]
        head += 1
        if head > 1_000, head * 2 > turns.count {
            turns.removeFirst(head)
            head = 0
        }
        guard var jobs = waiting.removeValue(forKey: member), !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        if !jobs.isEmpty { waiting[member] = jobs }
        busy.insert(member)
        return job
    }

    /// Records that a job's result is on disk, or that it failed.
    mutating func finish(_ job: LiveJob) {
        fixCount -= job.fixCount
        jobCount -= 1
        busy.remove(job.member)
        if waiting[job.member] != nil { turns.append(job.member) }
    }
}
