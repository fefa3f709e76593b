internal import Synchronization

/// A queue with many senders and one receiver, which receives all waiting messages at once.
///
/// An asynchronous stream delivers one element at a time. Here everything that arrives while the last batch is
/// processed is one batch, so that it can be written in one transaction.
final class MessageQueue<Letter: Sendable>: Sendable {
    private struct Box {
        var letters: [Letter] = []
        var reader: CheckedContinuation<[Letter], Never>?
    }

    private let box = Mutex(Box())

    func append(_ letter: Letter) {
        let waiting = box.withLock { box -> (CheckedContinuation<[Letter], Never>, [Letter])? in
            box.letters.append(letter)
            guard let reader = box.reader else { return nil }
            box.reader = nil
            defer { box.letters = [] }
            return (reader, box.letters)
        }
        if let (reader, letters) = waiting { reader.resume(returning: letters) }
    }

    /// Returns all messages, and waits for the first where there is none.
    ///
    /// Only one caller may wait at a time.
    func next() async -> [Letter] {
        await withCheckedContinuation { continuation in
            let letters = box.withLock { box -> [Letter] in
                if box.letters.isEmpty {
                    box.reader = continuation
                    return []
                }
                defer { box.letters = [] }
                return box.letters
            }
            if !letters.isEmpty { continuation.resume(returning: letters) }
        }
    }
}
