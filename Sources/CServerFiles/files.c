#include "server_files.h"

// `#embed` is of C23, which the compiler has as an extension of earlier ones. A Swift array of these bytes takes it half a
// minute to compile, and this table nothing. A byte 0 ends each file, which are texts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct footfall_file files[] = {
    {"openapi.json", (const char[]){
#embed "../VisitServer/API/openapi.json" suffix(, 0)
    }},
    {"device.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/device.js" suffix(, 0)
    }},
    {"footfall.css", (const char[]){
#embed "../VisitServer/Dashboard/Assets/footfall.css" suffix(, 0)
    }},
    {"icon.svg", (const char[]){
#embed "../VisitServer/Dashboard/Assets/icon.svg" suffix(, 0)
    }},
    {"import.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/import.js" suffix(, 0)
    }},
    {"live.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/live.js" suffix(, 0)
    }},
    {"map.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/map.js" suffix(, 0)
    }},
    {"pages.css", (const char[]){
#embed "../VisitServer/Dashboard/Assets/pages.css" suffix(, 0)
    }},
    {"review.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/review.js" suffix(, 0)
    }},
    {"setup.js", (const char[]){
#embed "../VisitServer/Dashboard/Assets/setup.js" suffix(, 0)
    }},
    {"access_record.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/access_record.mustache" suffix(, 0)
    }},
    {"day_chart.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/day_chart.mustache" suffix(, 0)
    }},
    {"deliveries.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/deliveries.mustache" suffix(, 0)
    }},
    {"device.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/device.mustache" suffix(, 0)
    }},
    {"device_events.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/device_events.mustache" suffix(, 0)
    }},
    {"devices.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/devices.mustache" suffix(, 0)
    }},
    {"facilities.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/facilities.mustache" suffix(, 0)
    }},
    {"facility.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/facility.mustache" suffix(, 0)
    }},
    {"first_token.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/first_token.mustache" suffix(, 0)
    }},
    {"form_token.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/form_token.mustache" suffix(, 0)
    }},
    {"import.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/import.mustache" suffix(, 0)
    }},
    {"import_report.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/import_report.mustache" suffix(, 0)
    }},
    {"layout.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/layout.mustache" suffix(, 0)
    }},
    {"map.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/map.mustache" suffix(, 0)
    }},
    {"member.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/member.mustache" suffix(, 0)
    }},
    {"member_erase.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/member_erase.mustache" suffix(, 0)
    }},
    {"members.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/members.mustache" suffix(, 0)
    }},
    {"message.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/message.mustache" suffix(, 0)
    }},
    {"overview.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/overview.mustache" suffix(, 0)
    }},
    {"problem.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/problem.mustache" suffix(, 0)
    }},
    {"quarantine.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/quarantine.mustache" suffix(, 0)
    }},
    {"quarantined.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/quarantined.mustache" suffix(, 0)
    }},
    {"replay.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/replay.mustache" suffix(, 0)
    }},
    {"reports.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/reports.mustache" suffix(, 0)
    }},
    {"review.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/review.mustache" suffix(, 0)
    }},
    {"secret.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/secret.mustache" suffix(, 0)
    }},
    {"setup.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/setup.mustache" suffix(, 0)
    }},
    {"sign_in.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/sign_in.mustache" suffix(, 0)
    }},
    {"tokens.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/tokens.mustache" suffix(, 0)
    }},
    {"visit.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/visit.mustache" suffix(, 0)
    }},
    {"visit_new.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/visit_new.mustache" suffix(, 0)
    }},
    {"visits.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/visits.mustache" suffix(, 0)
    }},
    {"webhooks.mustache", (const char[]){
#embed "../VisitServer/Dashboard/Templates/webhooks.mustache" suffix(, 0)
    }},
};

const struct footfall_file *footfall_files(void) { return files; }

size_t footfall_file_count(void) { return sizeof files / sizeof files[0]; }
