internal import TrackingModel
import VisitModel

extension ConfigReview {
    /// Reviews the record templates.
    ///
    /// Transistor types, PersistenceConfig.locationTemplate, and HttpConfig.rootProperty.
    mutating func reviewTemplates() {
        let templates: [(path: String, text: String?, tags: Set<String>)] = [
            ("persistence.locationTemplate", config.persistence.locationTemplate, RecordTemplate.locationTags),
            (
                "persistence.geofenceTemplate", config.persistence.geofenceTemplate,
                RecordTemplate.locationTags.union(RecordTemplate.geofenceTags)
            ),
        ]
        for (path, text, tags) in templates {
            guard let text else { continue }
            review(RecordTemplate(text), of: path, tags: tags)
        }
        // A list at the root has no place for other members.
        if config.http.rootProperty == ".", config.http.batchSync, !config.http.params.isEmpty {
            warn(
                .conflict,
                "http.params",
                "batches at the root (`http.rootProperty` \".\") are a list, and the values get lost"
            )
        }
    }

    private mutating func review(_ template: RecordTemplate, of path: String, tags: Set<String>) {
        for tag in template.tags where !tags.contains(tag.name) {
            warn(.unknownKey, path, "there is no tag `\(tag.name)`")
        }
        for tag in template.tags where RecordTemplate.textTags.contains(tag.name) && !tag.isQuoted {
            warn(
                .surprising,
                path,
                "`\(tag.name)` is a string without quotation marks: the record is not JSON"
            )
        }
        if template.isList, config.http.rootProperty == ".", !config.http.params.isEmpty {
            warn(.conflict, path, "a list at the root (`http.rootProperty` \".\") loses `http.params`")
        }
    }
}
