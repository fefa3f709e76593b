internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// The open connections, with a limit per client address.
///
/// A client behind a trusted proxy has no own connection: its concurrent requests are counted instead.
final class ConnectionRegistry: Sendable {
    private struct State {
        var table: ConnectionTable
        var channels: [ConnectionTable.ID: any Channel] = [:]
        var proxied: [String: Int] = [:]
        var refusedCount = 0
    }

    /// A request that counts for its client until this object is released.
    final class Share: Sendable {
        private let client: String
        private let registry: ConnectionRegistry

        fileprivate init(_ client: String, _ registry: ConnectionRegistry) {
            (self.client, self.registry) = (client, registry)
        }

        deinit { registry.leave(client) }
    }

    private let limits: ConnectionTable.Limits
    private let state: Mutex<State>

    init(limits: ConnectionTable.Limits) {
        self.limits = limits
        self.state = Mutex(State(table: ConnectionTable(limits: limits)))
    }

    var counts: (open: Int, refused: Int) { state.withLock { ($0.table.count, $0.refusedCount) } }

    /// Registers a connection, or closes it and returns `nil` where there is no room.
    ///
    /// The address is `nil` for a trusted proxy.
    func open(_ channel: any Channel, from address: String?) -> ConnectionTable.ID? {
        let (id, closing) = state.withLock { state -> (ConnectionTable.ID?, [any Channel]) in
            guard case .admitted(let id, let idle) = state.table.open(from: address) else {
                state.refusedCount += 1
                return (nil, [channel])
            }
            state.channels[id] = channel
            return (id, idle.compactMap { state.channels.removeValue(forKey: $0) })
        }
        // Executed after the channel's set-up, which is in progress for a new one.
        for channel in closing { channel.eventLoop.execute { channel.close(promise: nil) } }
        guard let id else { return nil }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.table.close(id)
                state.channels[id] = nil
            }
        }
        return id
    }

    func begin(_ id: ConnectionTable.ID) { state.withLock { $0.table.begin(id) } }
    func end(_ id: ConnectionTable.ID) { state.withLock { $0.table.end(id) } }

    /// Counts a request through a trusted proxy; `nil` where the client has reached its limit of connections.
    func enter(_ client: String) -> Share? {
        let hasRoom = state.withLock { state in
            guard state.proxied[client, default: 0] < limits.perAddress else { return false }
            state.proxied[client, default: 0] += 1
            return true
        }
        return hasRoom ? Share(client, self) : nil
    }

    private func leave(_ client: String) {
        state.withLock { state in
            let count = (state.proxied[client] ?? 1) - 1
            state.proxied[client] = count == 0 ? nil : count
        }
    }
}

/// Reports to the registry whether a connection is idle.
final class ConnectionActivity: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let id: ConnectionTable.ID
    private let registry: ConnectionRegistry

    init(_ id: ConnectionTable.ID, in registry: ConnectionRegistry) {
        (self.id, self.registry) = (id, registry)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { registry.begin(id) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.whenComplete { [id, registry] _ in registry.end(id) }
        context.write(data, promise: taken)
    }
}
