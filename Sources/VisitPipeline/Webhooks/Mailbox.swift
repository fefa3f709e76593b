internal import Synchronization

/// A place where many leave things and one comes to take all of them at once.
///
/// A stream hands over one thing at a time; here what came while the last load was dealt with is one load, so that it can
/// be written in one transaction.
final class Mailbox<Letter: Sendable>: Sendable {
    private struct Box {
        var letters: [Letter] = []
        var reader: CheckedContinuation<[Letter], Never>?
    }

    private let box = Mutex(Box())

    /// Leaves a letter.
    func put(_ letter: Letter) {
        let waiting = box.withLock { box -> (CheckedContinuation<[Letter], Never>, [Letter])? in
            box.letters.append(letter)
            guard let reader = box.reader else { return nil }
            box.reader = nil
            defer { box.letters = [] }
            return (reader, box.letters)
        }
        if let (reader, letters) = waiting { reader.resume(returning: letters) }
    }

    /// Takes everything that was left, and waits for the first letter where there is none.
    ///
    /// One at a time may wait.
    func take() async -> [Letter] {
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
