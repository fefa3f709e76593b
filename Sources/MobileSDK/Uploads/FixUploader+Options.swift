extension FixUploader {
    /// Where fixes go, and how many days they are kept.
    public struct Options: Hashable, Sendable {
        /// The service's address for fixes: `https://visits.example/v1/fixes`.
        public var url: String
        /// The access token, which says whose the fixes are.
        public var token: String
        /// How many fixes go into a request at most, 1 or more.
        public var batchSize: Int
        /// How many days a fix is kept that could not be sent, 1 or more.
        public var keptDays: Int

        /// Makes options.
        ///
        /// - Parameters:
        ///   - url: the service's address for fixes, http or https.
        ///   - token: the access token.
        ///   - batchSize: fixes a request, 1 or more.
        ///   - keptDays: days until a fix is given up, 1 or more; the service looks at fixes of the last two days.
        public init(url: String, token: String, batchSize: Int = 100, keptDays: Int = 7) {
            self.url = url
            self.token = token
            self.batchSize = max(1, batchSize)
            self.keptDays = max(1, keptDays)
        }
    }
}
