package import VisitStore

extension VisitStore {
    /// Imports a facility file.
    ///
    /// The file is read twice: first to validate it and to find the last row of each id, then into the database. Memory
    /// therefore does not grow with the facilities' data, and a truncated file changes nothing. A long file is written
    /// in slices, so that other writers get between them (`StagedImport`). Where the file names members, each row also
    /// adds its facility to the member's list.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when it is no facility file, and
    /// `StorageError`.
    package func importFacilities(from file: String, options: FacilityImportOptions) throws -> ImportReport {
        try InputFile.open(file) { input in
            try FacilityFileImport(store: self, input: input, options: options).run()
        }
    }

    /// Imports a facility file that is in memory; `name` is shown in messages.
    package func importFacilities(
        _ bytes: [UInt8],
        name: String,
        options: FacilityImportOptions
    ) throws -> ImportReport {
        try FacilityFileImport(store: self, input: InputFile(bytes, name: name), options: options).run()
    }

    /// Imports a member file: the members' names and groups, lists of facilities and phones.
    ///
    /// A row with an unknown facility is reported with its line. Its member gets a list all the same: an empty list
    /// does less harm than the whole network for a misspelt facility.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when it is no member file, and
    /// `StorageError`.
    package func importMembers(
        from file: String,
        options: MemberImportOptions
    ) throws -> ImportReport {
        try InputFile.open(file) { input in
            var work = MemberFileImport(store: self, input: input, options: options)
            return try work.run()
        }
    }

    /// Imports a member file that is in memory; `name` is shown in messages.
    package func importMembers(
        _ bytes: [UInt8],
        name: String,
        options: MemberImportOptions
    ) throws -> ImportReport {
        var work = MemberFileImport(store: self, input: InputFile(bytes, name: name), options: options)
        return try work.run()
    }
}
