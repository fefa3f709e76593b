internal import Glibc

/// How many files and connections the process may have open.
enum OpenFileLimit {
    /// What the database, webhooks and libraries need besides the connections of clients.
    static let reserve = 512

    /// Raises the limit as far as the system lets it.
    ///
    /// - Parameter wanted: how many connections of clients are wanted.
    /// - Returns: how many there may be.
    static func raise(forConnections wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted + reserve)
        if limit.rlim_cur < needed {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return max(16, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
