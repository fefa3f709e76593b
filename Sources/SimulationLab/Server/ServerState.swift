/// How the service is to be reached from a simulated phone that has a connection.
package enum ServerState: Hashable, Sendable {
    /// As it should be.
    case well
    /// Requests are answered with this status before they reach the service, as by a proxy whose server is down.
    case answers(Int)
    /// Requests reach the service, and their answers get lost.
    case answersLost
    /// Nothing reaches the service, and nobody answers.
    case silent
}
