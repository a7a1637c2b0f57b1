-- Sends the requests of a file in a cycle: wrk … -s cycle.lua URL -- FILE FROM
-- The file contains each request as sent, after a line with its length in bytes.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  while true do
    local length = file:read("*n")
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
  at = tonumber(args[2]) % #requests
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"responses":%d,"rate":%.2f,"p50":%.3f,"p99":%.3f,"errors":%d}',
    summary.requests,
    summary.requests * 1e6 / summary.duration,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
