internal import VisitModel

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
