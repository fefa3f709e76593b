internal import VisitModel

/// What waits to be done, by member: one thing at a time for each, the members in turn.
///
/// A member is busy from the moment a job is handed out until what came of it is on disk, so that the next job finds the
/// member in the store as the last one left it.
struct WorkQueue {
    /// The most fixes that may wait or be under way.
    private let fixLimit: Int
    /// The most jobs that may wait or be under way.
    private let jobLimit: Int
    private var waiting: [MemberID: [LiveJob]] = [:]
    private var busy: Set<MemberID> = []
    /// Members with something to do, in the order of their turn; those before `head` had theirs.
    private var turns: [MemberID] = []
    private var head = 0
    /// How many fixes wait or are under way.
    private(set) var fixCount = 0
    /// How many jobs wait or are under way.
    private(set) var jobCount = 0

    init(fixLimit: Int, jobLimit: Int) {
        self.fixLimit = fixLimit
        self.jobLimit = jobLimit
    }

    /// Whether nothing waits and nothing is under way.
    var isIdle: Bool { jobCount == 0 }

    /// Whether there is room for a request.
    ///
    /// One that is larger than the whole room has it while there is nothing else.
    func hasRoom(forFixes fixes: Int) -> Bool {
        jobCount < jobLimit && (fixCount == 0 || fixCount + fixes <= fixLimit)
    }

    /// Reserves room for fixes without a job.
    mutating func reserve(_ fixes: Int) { fixCount += fixes }

    /// Releases room that was reserved.
    mutating func release(_ fixes: Int) { fixCount -= fixes }

    /// Puts a job behind the others of its member.
    mutating func add(_ job: LiveJob) {
        fixCount += job.fixCount
        jobCount += 1
        let isFirst = waiting[job.member] == nil
        waiting[job.member, default: []].append(job)
        if isFirst, !busy.contains(job.member) { turns.append(job.member) }
    }

    /// Hands out the next job and makes its member busy.
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

    /// Takes note that what came of a job is on disk, or came to nothing.
    mutating func finish(_ job: LiveJob) {
        fixCount -= job.fixCount
        jobCount -= 1
        busy.remove(job.member)
        if waiting[job.member] != nil { turns.append(job.member) }
    }
}
