internal import Glibc

/// The process's limit of open files and connections.
enum OpenFileLimit {
    /// The number of files for the database, webhooks and libraries, beside clients' connections.
    static let reserve = 512

    /// Raises the limit as far as the system allows.
    ///
    /// - Parameter wanted: the wanted number of clients' connections.
    /// - Returns: the allowed number.
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
