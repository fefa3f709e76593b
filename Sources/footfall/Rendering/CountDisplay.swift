internal import Tables
internal import VisitModel
internal import VisitStore

enum CountDisplay {
    struct Row {
        let month: Month
        let count: VisitCount
        let facilityName: String?
    }

    static func columns(_ keys: CountKeys) -> [Column<Row>] {
        var columns: [Column<Row>] = [Column("month") { .text($0.month.description) }]
        if keys.contains(.member) { columns.append(Column("member") { .optional($0.count.member?.text) }) }
        if keys.contains(.facility) {
            columns.append(Column("facility") { .optional($0.count.facility?.text) })
            columns.append(Column("name", in: [.table]) { .optional($0.facilityName) })
        }
        columns.append(Column("visits", isRightAligned: true) { .integer($0.count.visits) })
        columns.append(Column("days", isRightAligned: true) { .integer($0.count.days) })
        return columns
    }
}
