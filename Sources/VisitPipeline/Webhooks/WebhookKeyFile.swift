internal import Foundation
internal import Glibc
internal import SQLiteStorage
internal import WebhookDelivery
internal import VisitModel

/// The file with the key that encrypts endpoints' secrets.
///
/// It lies beside the database or at a path given by the operator, and only its owner may read it: a copy of the
/// database alone does not allow signing.
package struct WebhookKeyFile: Hashable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    package init(besideDatabase database: String) { self.init(path: database + ".webhook-key") }

    func open() throws -> SecretCipher {
        let text = try text()
        do {
            return try SecretCipher(keyText: text)
        } catch {
            throw VisitPipelineError(.keyFile, "the key file `\(path)` can't be used: \(error)", cause: error)
        }
    }

    private func text() throws -> String {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw VisitPipelineError(
                .keyFile,
                "the key file `\(path)` can't be read (\(reason)); use the file with which the endpoints were added, "
                    + "or restore it; if it is lost, `rotate-secret --new-key` gives each endpoint a new secret"
            )
        }
        defer { close(descriptor) }
        try checkOwnerOnly(descriptor)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            return String(decoding: try handle.read(upToCount: 4096) ?? Data(), as: UTF8.self)
        } catch {
            throw VisitPipelineError(.keyFile, "the key file `\(path)` can't be read", cause: error)
        }
    }

    package var exists: Bool { access(path, F_OK) == 0 }

    /// Copies the key to another file, readable by its owner only; a file with the same key stays as it is.
    ///
    /// One with another key is replaced where `replacing`. Throws `VisitPipelineError` with code `keyFile` where that is
    /// not permitted, and where either file can't be used.
    package func copy(to other: WebhookKeyFile, replacing: Bool) throws {
        try check()
        let text = try text()
        if other.exists {
            guard try other.text() != text else { return }
            guard replacing else {
                throw VisitPipelineError(
                    .keyFile,
                    "`\(other.path)` has another key; permit that it is replaced, or choose another place"
                )
            }
            guard unlink(other.path) == 0 else { throw other.failure("replaced", errno) }
        }
        try other.create(text)
        guard try other.text() == text else { throw other.failure("written", EEXIST) }
    }

    /// Throws `VisitPipelineError` with code `keyFile` where the file can't be used.
    package func check() throws { _ = try open() }

    /// Gives the file another name, where no file has it.
    package func move(to other: WebhookKeyFile) throws {
        guard link(path, other.path) == 0, unlink(path) == 0 else { throw failure("moved to `\(other.path)`", errno) }
    }

    /// Deletes the file where there is one.
    package func removeIfAny() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("deleted", errno) }
    }

    /// Whether two files have the same key; throws where one can't be read.
    package func hasSameKey(as other: WebhookKeyFile) throws -> Bool { try text() == other.text() }

    /// Reads the key, creating the file where it is missing.
    func openOrCreate() throws -> SecretCipher {
        guard !exists else { return try open() }
        var generator = SystemRandomNumberGenerator()
        try create(SecretCipher.newKeyText(using: &generator) + "\n")
        return try open()
    }

    /// Creates the file; an existing one stays as it is.
    private func create(_ text: String) throws {
        var generator = SystemRandomNumberGenerator()
        // Created exclusively: of two processes that start at once, one creates the file and both read it. The draft
        // gets its name only once it is complete, so that no process reads half a key.
        let draft = "\(path).\(getpid())-\(UInt32.random(in: .min ... .max, using: &generator))"
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("made", errno) }
        defer { unlink(draft) }
        // A umask can take away the owner's permissions too.
        fchmod(descriptor, 0o600)
        let bytes = Array(text.utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw failure("written", code) }
        // What root makes or restores has to be usable for the service's user.
        PrivateFile.give(draft, toOwnerOf: path)
        guard link(draft, path) == 0 || errno == EEXIST else { throw failure("made", errno) }
    }

    private func checkOwnerOnly(_ descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read", errno) }
        guard status.st_mode & 0o077 == 0 else {
            throw VisitPipelineError(
                .keyFile,
                "the key file `\(path)` is readable by other users; run `chmod 600 \(path)`, and consider "
                    + "`footfall webhooks rotate-secret` for every endpoint"
            )
        }
    }

    private func failure(_ verb: String, _ code: Int32) -> VisitPipelineError {
        VisitPipelineError(
            .keyFile,
            "the key file `\(path)` can't be \(verb) (\(String(cString: strerror(code)))); check its folder, or choose "
                + "another file with --key-file"
        )
    }
}
