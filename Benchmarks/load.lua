-- Reads and writes of all systems, for wrk. `LoadBench run` has the same mix; see Benchmarks/load.
--
-- usage: wrk -s Benchmarks/load.lua URL -- PEOPLE     where PEOPLE is what `LoadBench people` printed

local threads = {}

function setup(thread)
  table.insert(threads, thread)
  thread:set("number", #threads)
end

local people = {}
local json = "application/json"
failures, first = 0, ""

function init(arguments)
  math.randomseed(number * 7919)
  for line in io.lines(arguments[1]) do
    local token, entry, post, person, book = line:match("(%S+) (%S+) (%S+) (%S+) (%S+)")
    table.insert(people, { token = token, entry = entry, post = post, person = person, book = book })
  end
end

local function uuid()
  local function digit(form) return string.format("%x", form == "x" and math.random(0, 15) or math.random(8, 11)) end
  return (("xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx"):gsub("[xy]", digit))
end

-- How often, and what.
local mix = {
  { 10, function(p) return "GET", "/api/v1/books/search?query=%EA%B3%A0%EC%96%91%EC%9D%B4&maxResults=10" end },
  { 8, function(p) return "GET", "/api/v1/books/" .. p.book end },
  { 10, function(p) return "GET", "/api/v1/reading-books?limit=20" end },
  { 8, function(p) return "GET", "/api/v1/reading-records?limit=20" end },
  { 6, function(p) return "GET", "/api/v1/books/" .. p.book .. "/reviews?limit=20" end },
  { 14, function(p) return "GET", "/api/v1/community/freeboard/posts?page=1&size=20" end },
  { 8, function(p) return "GET", "/api/v1/community/freeboard/posts/" .. p.post .. "/comments?page=1&size=20" end },
  { 6, function(p) return "GET", "/pyxis-api/1/biblio-type-popular-charged-books?max=10&classNo=7" end },
  { 8, function(p) return "GET", "/persons?page=1&size=20" end },
  { 5, function(p) return "GET", "/transactions?date=2026-03-04" end },
  { 5, function(p) return "GET", "/api/auth/me" end },
  { 3, function(p) return "PATCH", "/api/v1/reading-books/" .. p.entry, '{"current_page":' .. math.random(0, 60) .. "}" end },
  { 3, function(p) return "POST", "/api/v1/reading-records", '{"reading_book_id":"' .. p.entry .. '","content":"기억할 문장"}' end },
  { 2, function(p) return "POST", "/api/v1/community/freeboard/posts", '{"content":"물총새를 봤어요."}' end },
  { 2, function(p) return "PATCH", "/api/v1/community/freeboard/posts/" .. p.post, '{"content":"물총새를 또 봤어요."}' end },
  {
    2,
    function(p)
      return "POST", "/persons/" .. p.person .. "/transactions",
        '{"id":"' .. uuid() .. '","personId":"' .. p.person .. '","type":"given","eventType":"wedding","amount":50000,'
          .. '"date":"2025-10-04T03:00:00Z","attended":true}'
    end,
  },
}

function request()
  local person = people[math.random(#people)]
  local number = math.random(100)
  for _, entry in ipairs(mix) do
    number = number - entry[1]
    if number <= 0 then
      local method, path, body = entry[2](person)
      return wrk.format(method, path, { ["Authorization"] = "Bearer " .. person.token, ["Content-Type"] = json }, body)
    end
  end
end

function response(status, headers, body)
  if status < 200 or status > 299 then
    failures = failures + 1
    if first == "" then first = status .. " " .. body:sub(1, 300) end
  end
end

function done(summary, latency, requests)
  local failures = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do
    failures = failures + thread:get("failures")
    if thread:get("first") ~= "" then io.stderr:write(thread:get("first"), "\n") end
  end
  print(string.format(
    "wrk: %d calls in %.0f s, %.0f a second, %d errors, p50 %.1f ms, p99 %.1f ms, longest %.1f ms",
    summary.requests, summary.duration / 1e6, summary.requests / summary.duration * 1e6, failures,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3
  ))
end
