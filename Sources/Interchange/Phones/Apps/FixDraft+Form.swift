internal import VisitModel

extension FixDraft {
    /// Where several fields name one thing, the one with the best rank is used.
    ///
    /// `isPassedOver` skips the fields that are parsed in another way.
    init(
        _ form: FormFields,
        names: FieldNames,
        _ intake: inout TrackIntake,
        except isPassedOver: (TrackField) -> Bool = { _ in false }
    ) {
        self.init()
        var ranks: [TrackField: UInt8] = [:]
        for field in form.fields {
            field.key.withUnsafeBufferPointer { key in
                guard let meaning = names.meaning(of: key), !isPassedOver(meaning.field) else { return }
                field.value.withUnsafeBufferPointer { value in
                    guard !DelimitedField(bytes: value).trimmed.isBlank,
                        meaning.rank <= ranks[meaning.field, default: .max]
                    else { return }
                    ranks[meaning.field] = meaning.rank
                    set(meaning.field, value, intake.reading, &intake.identities)
                }
            }
        }
    }
}
