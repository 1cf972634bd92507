-- JSON, as far as the site's API needs it. `null` is left out of tables.
local Json = {}

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(sign)
    return ESCAPES[sign] or string.format('\\u%04x', sign:byte())
  end) .. '"'
end

-- A table with a first entry is a list, as is one that Json.list made.
function Json.encode(value)
  local kind = type(value)
  if kind == 'string' then return quote(value) end
  if kind == 'number' then return string.format('%.14g', value) end
  if kind == 'boolean' then return tostring(value) end
  if kind ~= 'table' then return 'null' end
  local parts = {}
  if value[1] ~= nil or value.isList then
    for _, entry in ipairs(value) do parts[#parts + 1] = Json.encode(entry) end
    return '[' .. table.concat(parts, ',') .. ']'
  end
  for name, entry in pairs(value) do parts[#parts + 1] = quote(name) .. ':' .. Json.encode(entry) end
  return '{' .. table.concat(parts, ',') .. '}'
end

-- Encoded as a list, also when it is empty.
function Json.list(entries)
  entries.isList = true
  return entries
end

local function utf8(code)
  local char = string.char
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
  if code < 0x10000 then
    return char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
  end
  return char(0xF0 + math.floor(code / 262144), 0x80 + math.floor(code / 4096) % 64,
    0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
end

local SIGNS = { n = '\n', r = '\r', t = '\t', b = '\b', f = '\f' }

local function readString(text, at)
  local parts = {}
  while true do
    local stop = text:find('["\\]', at)
    if not stop then error('unfinished text') end
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local sign = text:sub(stop + 1, stop + 1)
    at = stop + 2
    if sign == 'u' then
      local code = tonumber(text:sub(at, at + 3), 16)
      at = at + 4
      if code >= 0xD800 and code < 0xDC00 then
        local low = tonumber(text:sub(at + 2, at + 5), 16)
        code = 0x10000 + (code - 0xD800) * 1024 + (low - 0xDC00)
        at = at + 6
      end
      parts[#parts + 1] = utf8(code)
    else
      parts[#parts + 1] = SIGNS[sign] or sign
    end
  end
end

local readValue

local function readEntries(text, at, close, readEntry)
  at = text:find('%S', at)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = readEntry(at)
    at = text:find('%S', at)
    local sign = text:sub(at, at)
    if sign == close then return at + 1 end
    if sign ~= ',' then error('unreadable list') end
    at = at + 1
  end
end

function readValue(text, at)
  at = text:find('%S', at) or error('no value')
  local sign = text:sub(at, at)
  if sign == '"' then return readString(text, at + 1) end
  local result = {}
  if sign == '[' then
    local length = 0
    local stop = readEntries(text, at + 1, ']', function(from)
      local value, stop = readValue(text, from)
      length = length + 1
      result[length] = value
      return stop
    end)
    return result, stop
  end
  if sign == '{' then
    local stop = readEntries(text, at + 1, '}', function(from)
      from = text:find('"', from, true) or error('no name')
      local name, afterName = readString(text, from + 1)
      local colon = text:find(':', afterName, true) or error('no value')
      local value, stop = readValue(text, colon + 1)
      result[name] = value
      return stop
    end)
    return result, stop
  end
  for word, value in pairs { ['true'] = true, ['false'] = false } do
    if text:sub(at, at + #word - 1) == word then return value, at + #word end
  end
  if text:sub(at, at + 3) == 'null' then return nil, at + 4 end
  local number = text:match('^-?[%d.eE+-]+', at) or error('unreadable value')
  return tonumber(number), at + #number
end

function Json.decode(text)
  return (readValue(text, 1))
end

return Json
