extension FixUploader {
    /// The destination of fixes, and their retention.
    public struct Options: Hashable, Sendable {
        /// The service's address for fixes: `https://visits.example/v1/fixes`.
        public var url: String
        /// The access token, which identifies the owner of the fixes.
        public var token: String
        /// The maximum number of fixes per request, 1 or more.
        public var batchSize: Int
        /// The number of days that an unsent fix is kept, 1 or more.
        public var keptDays: Int

        /// Creates options.
        ///
        /// - Parameters:
        ///   - url: the service's address for fixes, http or https.
        ///   - token: the access token.
        ///   - batchSize: the maximum number of fixes per request, 1 or more.
        ///   - keptDays: the days after which an unsent fix is dropped, 1 or more; the service evaluates fixes of the
        ///     last two days.
        public init(url: String, token: String, batchSize: Int = 100, keptDays: Int = 7) {
            self.url = url
            self.token = token
            self.batchSize = max(1, batchSize)
            self.keptDays = max(1, keptDays)
        }
    }
}
