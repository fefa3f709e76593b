internal import CBuildStamp

/// What `footfall --version` prints: the number, and in a build by `scripts/package` the commit.
///
/// The build does not read it from the folder of the sources itself: every commit would be another program, and without Git
/// there would be none.
struct Version {
    var number = "0.1.0"
    var commit = String(cString: footfall_commit())
    /// The date of the commit.
    var date = String(cString: footfall_commit_date())

    /// For instance `0.1.0 (52d2b5f1a9e0, 2026-11-28)`.
    var text: String { commit.isEmpty ? number : "\(number) (\(commit), \(date))" }
}
