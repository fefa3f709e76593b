import Synchronization

/// What a command writes, in order.
final class CollectedText: Sendable {
    private let content = Mutex("")

    var text: String { content.withLock(\.self) }

    func append(_ text: String) { content.withLock { $0 += text } }
    func append(_ bytes: [UInt8]) { append(String(decoding: bytes, as: UTF8.self)) }
}
