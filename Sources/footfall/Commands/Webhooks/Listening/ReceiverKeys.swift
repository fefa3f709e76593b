internal import Foundation
internal import WebhookDelivery

enum ReceiverKeys {
    /// Reads the keys with which a receiver verifies signatures, one on each line: `whsec_…` or `whpk_…`.
    ///
    /// Empty lines and comments with # are skipped; at least one key is needed. Throws `CommandFailure`, which names
    /// the line and contains no part of a key.
    static func read(_ file: String) throws -> [WebhookVerifier.Key] {
        try InputCheck.readable([file])
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CommandFailure(.data, "\(file): is not UTF-8 text, expected a key on each line")
        }
        var keys: [WebhookVerifier.Key] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard !line.hasPrefix("whsk_") else {
                throw CommandFailure(
                    .data,
                    """
                    \(file):\(index + 1): this is the sender's private key; a receiver checks with the public one, \
                    whpk_…
                    """
                )
            }
            do throws(WebhookSigningError) {
                keys.append(try key(line))
            } catch {
                throw CommandFailure(.data, "\(file):\(index + 1): \(error)")
            }
        }
        guard !keys.isEmpty else {
            throw CommandFailure(.data, "\(file): holds no key, expected whsec_… or whpk_… on a line")
        }
        return keys
    }

    private static func key(_ line: String) throws(WebhookSigningError) -> WebhookVerifier.Key {
        line.hasPrefix("whpk_") ? .publicKey(try WebhookPublicKey(text: line)) : .secret(try WebhookSecret(text: line))
    }
}
