internal import VisitModel

extension FacilityRowReader {
    func stays(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> FieldStatement<Facility.Stays> {
        guard let field = record.field(staysColumn) else { return .none }
        guard !field.isClearing else { return .cleared }
        if let stays = Facility.Stays(field) { return .value(stays) }
        addUnreadable(
            "bad_stays",
            column: columns.header(.stays),
            "\(field.quoted) does not say how long people stay, expected short or long",
            otherwise: "the stored value, or else short, is used instead",
            &problems
        )
        return .none
    }

    func partOf(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> FieldStatement<FacilityID?> {
        guard let field = record.field(partOfColumn) else { return .none }
        guard !field.isClearing else { return .cleared }
        do throws(ValidationError) {
            let whole = try FacilityID(field.string)
            return .value(whole)
        } catch {
            addUnreadable(
                "bad_part_of",
                column: columns.header(.partOf),
                error.message,
                otherwise: "the stored value, or else none, is used instead",
                &problems
            )
            return .none
        }
    }

    /// Whether a row says that its facility is a part of itself, with an error.
    func isPartOfItself(
        _ id: FacilityID,
        _ statement: FieldStatement<FacilityID?>,
        _ problems: inout RowProblems
    ) -> Bool {
        guard case .value(let whole) = statement, whole == id else { return false }
        problems.add(
            .error,
            FacilityCircle.code,
            column: columns.header(.partOf),
            FacilityCircle(ids: [id]).message(from: id)
        )
        return true
    }

    private func addUnreadable(
        _ code: String,
        column: String,
        _ message: String,
        otherwise outcome: String,
        _ problems: inout RowProblems
    ) {
        problems.add(
            unreadableValue,
            code,
            column: column,
            unreadableValue == .error ? message : "\(message); \(outcome)"
        )
    }
}

extension Facility.Stays {
    /// Reads a word in English, German, French, Spanish or Italian.
    fileprivate init?(_ field: DelimitedField) {
        switch field.string.lowercased() {
        case "short", "kurz", "kurze", "court", "courts", "courte", "courtes", "corto", "corta", "cortas", "breve",
            "brevi":
            self = .short
        case "long", "lang", "lange", "longs", "longue", "longues", "largo", "larga", "largas", "lungo", "lunga",
            "lunghi":
            self = .long
        default: return nil
        }
    }
}
