-- Calls of the site. Each of them yields, so none may be inside a plain pcall: use LrTasks.pcall.
local LrFileUtils = import 'LrFileUtils'
local LrHttp = import 'LrHttp'
local LrPasswords = import 'LrPasswords'
local LrPathUtils = import 'LrPathUtils'
local LrTasks = import 'LrTasks'
local Json = require 'VitrineJson'
local Site = require 'VitrineSite'

local Api = {}

local TIMEOUT_SECONDS = 300
local ATTEMPTS = 8
local BOUNDARY = 'vitrine-8b1f0c3e5d7a4f62'

function Api.storeToken(token)
  LrPasswords.store(Site.url, token)
end

local function headersWith(contentType)
  local token = LrPasswords.retrieve(Site.url)
  if not token or token == '' then
    error({ message = 'Enter a token in the settings of this publish service. You make one on your site under Account.' }, 0)
  end
  local headers = { { field = 'Authorization', value = 'Bearer ' .. token } }
  if contentType then headers[2] = { field = 'Content-Type', value = contentType } end
  return headers
end

-- Returns status and body; no status if the site did not answer.
local function send(method, path, body, contentType)
  local url = Site.url .. '/api/v1' .. path
  local text, headers
  if method == 'GET' then
    text, headers = LrHttp.get(url, headersWith(), TIMEOUT_SECONDS)
  else
    text, headers = LrHttp.post(url, body or '', headersWith(contentType), method, TIMEOUT_SECONDS)
  end
  return type(headers) == 'table' and headers.status or nil, text
end

local function wordsOf(status, body)
  if not status then return 'Your site does not answer. Check that it is running and that this computer is online.' end
  if status == 401 then return 'Your site does not know this token. Make another one under Account.' end
  if body and body.failed_uploads and body.failed_uploads[1] then
    local refused = body.failed_uploads[1]
    local suggestion = refused.error_details and refused.error_details.suggestion
    return refused.error .. (suggestion and (' ' .. suggestion) or '')
  end
  return body and body.message or ('Your site answered ' .. status)
end

local function parse(text)
  -- Decoding does not yield, so a plain pcall will do.
  local ok, body = pcall(Json.decode, text or '')
  return ok and type(body) == 'table' and body or nil
end

local function isPassing(status)
  return status == nil or status == 429 or status == 502 or status == 503 or status == 504
end

-- `mayRepeat`: doing it twice does no harm. Otherwise a lost answer is an error with `isLost`.
local function request(method, path, body, contentType, mayRepeat)
  local status, text
  for attempt = 1, ATTEMPTS do
    status, text = send(method, path, body, contentType)
    if not isPassing(status) or (status == nil and not mayRepeat) then break end
    if attempt < ATTEMPTS then LrTasks.sleep(math.min(attempt, 5)) end
  end
  local answer = parse(text)
  if status and status >= 200 and status < 300 then return answer end
  error({ status = status, isLost = status == nil, message = wordsOf(status, answer) }, 0)
end

function Api.get(path)
  return request('GET', path, nil, nil, true)
end

function Api.change(method, path, body)
  return request(method, path, Json.encode(body), 'application/json', true)
end

-- For a call that would make a second one if it were repeated.
function Api.make(path, body)
  return request('POST', path, Json.encode(body), 'application/json', false)
end

function Api.sendFile(method, path, field, file)
  local name = LrPathUtils.leafName(file):gsub('["\r\n]', '_')
  local body = table.concat({
    '--' .. BOUNDARY,
    'Content-Disposition: form-data; name="' .. field .. '"; filename="' .. name .. '"',
    'Content-Type: application/octet-stream',
    '',
    LrFileUtils.readFile(file),
    '--' .. BOUNDARY .. '--',
    '',
  }, '\r\n')
  return request(method, path, body, 'multipart/form-data; boundary=' .. BOUNDARY, false)
end

function Api.encode(text)
  return (text:gsub('[^%w%-%._~]', function(sign) return string.format('%%%02X', sign:byte()) end))
end

-- nil if there is no such photo.
function Api.photo(id)
  local ok, answer = LrTasks.pcall(Api.get, '/admin/photos/' .. id)
  if ok then return answer.photo end
  if answer.status == 404 then return nil end
  error(answer, 0)
end

-- What went wrong, in words, whatever was thrown.
function Api.wordsOf(problem)
  return type(problem) == 'table' and problem.message or tostring(problem)
end

return Api
