/// The reachability of the service from a simulated phone that has a connection.
package enum ServerState: Hashable, Sendable {
    /// Requests are answered by the service.
    case well
    /// Requests are answered with this status before they reach the service, as by a proxy of a server that is down.
    case answers(Int)
    /// Requests reach the service, and their answers are lost.
    case answersLost
    /// Requests do not reach the service, and have no answer.
    case silent
}
