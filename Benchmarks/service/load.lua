-- What wrk sends: the fixes of many phones, in the format of POST /v1/fixes.
--
-- Every phone lives the same day over and over: half an hour in a gym, half an hour on the way and at home. A thread of wrk has phones of its own, so that a phone's fixes come in the order of time. Settings come in the
-- environment: FACILITIES (the CSV), TOKEN, DEVICES, BATCH (fixes a request), THREADS, START (seconds since 1970),
-- STEP (seconds between two fixes of a phone), PAUSE (milliseconds between two requests of a connection; 0 for as fast as
-- it goes).

local devices = tonumber(os.getenv("DEVICES"))
local batch = tonumber(os.getenv("BATCH"))
local threads = tonumber(os.getenv("THREADS"))
local start = tonumber(os.getenv("START"))
local step = tonumber(os.getenv("STEP") or "60")
local pause = tonumber(os.getenv("PAUSE") or "0")
local count = 0

function setup(thread)
    thread:set("number", count)
    count = count + 1
end

local phones, turn = {}, 0

function init(arguments)
    local places = {}
    local file = assert(io.open(os.getenv("FACILITIES")))
    local header = file:read("*l")
    for line in file:lines() do
        local latitude, longitude = line:match(",(%-?[%d.]+),(%-?[%d.]+)")
        places[#places + 1] = { tonumber(latitude), tonumber(longitude) }
    end
    file:close()
    for device = number, devices - 1, threads do
        local place = places[1 + (device * 7919) % #places]
        phones[#phones + 1] = { name = "phone-" .. device, at = place, second = device % 60 * 60, noise = device }
    end
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN")
end

-- Where a phone is in a second of its hour: metres away from the gym.
local function away(second)
    local minute = second / 60 % 60
    if minute < 30 then return 0 end
    return 2000 * math.min(1, (minute - 30) / 5, (60 - minute) / 5)
end

local function fix(phone)
    phone.noise = (phone.noise * 1103515245 + 12345) % 2147483648
    local metres = away(phone.second) + phone.noise % 10
    local time = start + phone.second
    phone.second = phone.second + step
    return string.format(
        '{"time":%.3f,"lat":%.6f,"lon":%.6f,"accuracy":12}', time, phone.at[1] + metres / 111195, phone.at[2])
end

function request()
    turn = turn % #phones + 1
    local phone = phones[turn]
    local fixes = {}
    for index = 1, batch do fixes[index] = fix(phone) end
    local body = '{"device":"' .. phone.name .. '","fixes":[' .. table.concat(fixes, ",") .. "]}"
    return wrk.format(nil, nil, nil, body)
end

function delay() return pause end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        'RESULT {"requests":%d,"seconds":%.3f,"p50_ms":%.2f,"p95_ms":%.2f,"p99_ms":%.2f,"max_ms":%.2f,"refused":%d,"broken":%d}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
        latency:percentile(99) / 1000, latency.max / 1000, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout))
end
