-- Stands in for Lightroom Classic, as far as the plug-in needs it, and enforces what its SDK does: a new state for each callback,
-- no yielding inside a plain pcall, only flat preferences, a photo's URL only after its id, one view per dialog, writing to the
-- catalogue only with write access. Commands and HTTP go over standard input and output, a line of JSON each.
local PLUGIN = arg[1]
local Json = dofile(PLUGIN .. '/VitrineJson.lua')
io.stdout:setvbuf('line')

local function hexOf(bytes) return (bytes:gsub('.', function(sign) return string.format('%02x', sign:byte()) end)) end
local function bytesOf(hex) return (hex:gsub('..', function(pair) return string.char(tonumber(pair, 16)) end)) end
local function talk(message)
  io.stdout:write(Json.encode(message), '\n')
  return Json.decode(io.stdin:read('*l') or os.exit(0))
end
-- In a plain pcall, Lua 5.1 refuses to yield, as Lightroom does.
local function outside(message) return coroutine.yield(message) end

local passwords, preferences, messages, openPanel, dialogCount = {}, {}, {}, nil, 0
local tasks = {}
local catalog = { photos = {}, isWriting = false }
local FORMATTED = { fileName = true, title = true, caption = true, keywordTagsForExport = true, altTextAccessibility = true }
local RAW = { fileSize = true }
local WRITABLE = { pickStatus = true, rating = true, colorNameForLabel = true }

local function photoOf(given)
  local photo = { localIdentifier = given.localIdentifier, given = given, written = {} }
  function photo:getFormattedMetadata(key)
    if not FORMATTED[key] then error('unknown formatted metadata ' .. key) end
    outside { tick = true }
    return given[key]
  end
  function photo:getRawMetadata(key)
    if not RAW[key] then error('unknown raw metadata ' .. key) end
    outside { tick = true }
    return given[key]
  end
  function photo:getDevelopSettings()
    outside { tick = true }
    return given.develop or {}
  end
  function photo:setRawMetadata(key, value)
    if not catalog.isWriting then error('needs write access') end
    if not WRITABLE[key] then error('unknown writable metadata ' .. key) end
    photo.written[key] = value
  end
  function photo:setPropertyForPlugin(plugin, key, value)
    if not catalog.isWriting then error('needs write access') end
    if type(plugin) ~= 'table' then error('the plug-in is missing') end
    photo.written[key] = value
  end
  return photo
end

function catalog:findPhotos(query)
  local found, wanted = {}, query.searchDesc.value:lower()
  outside { tick = true }
  for _, photo in ipairs(catalog.photos) do
    if photo.given.fileName:lower():find(wanted, 1, true) then found[#found + 1] = photo end
  end
  return found
end

function catalog:withWriteAccessDo(_, change)
  catalog.isWriting = true
  local ok, problem = pcall(change)
  catalog.isWriting = false
  if not ok then error(problem, 0) end
end

local function http(method, url, body, headers)
  local named = {}
  for _, header in ipairs(headers or {}) do named[header.field] = header.value end
  local answer = outside { http = { method = method, url = url, headers = named, body = hexOf(body or '') } }
  if not answer.status then return nil, { error = { errorCode = 'cannotConnectToHost', name = answer.problem } } end
  return bytesOf(answer.body), { status = answer.status }
end

local function readFile(path)
  local file = assert(io.open(path, 'rb'))
  local bytes = file:read('*a')
  file:close()
  return bytes
end

local MODULES = {
  LrHttp = {
    get = function(url, headers) return http('GET', url, nil, headers) end,
    post = function(url, body, headers, method) return http(method or 'POST', url, body, headers) end,
  },
  LrTasks = {
    startAsyncTask = function(task) tasks[#tasks + 1] = coroutine.create(task) end,
    sleep = function(seconds) outside { sleep = seconds } end,
    pcall = function(work, ...)
      local routine = coroutine.create(work)
      local function step(ok, ...)
        if not ok then return false, (...) end
        if coroutine.status(routine) == 'dead' then return true, ... end
        return step(coroutine.resume(routine, coroutine.yield(...)))
      end
      return step(coroutine.resume(routine, ...))
    end,
  },
  LrPasswords = {
    store = function(key, value) passwords[key] = value end,
    retrieve = function(key) return passwords[key] end,
  },
  LrPrefs = {
    prefsForPlugin = function()
      return setmetatable({}, {
        __index = preferences,
        __newindex = function(_, name, value)
          if type(value) == 'table' then error('changes inside of a table of the preferences are lost') end
          preferences[name] = value
        end,
      })
    end,
  },
  LrMD5 = {
    digest = function(text)
      local one, other = 5381, 52711
      for index = 1, #text do
        one = (one * 33 + text:byte(index)) % 4294967296
        other = (other * 31 + text:byte(index)) % 4294967296
      end
      return string.format('%.0f-%.0f', one, other)
    end,
  },
  LrFileUtils = {
    readFile = readFile,
    delete = function(path) return os.remove(path) end,
    fileAttributes = function(path) return { fileSize = #readFile(path) } end,
  },
  LrPathUtils = {
    leafName = function(path) return path:match('[^/]+$') end,
    removeExtension = function(path) return (path:gsub('%.[^./]*$', '')) end,
  },
  LrDialogs = {
    message = function(_, text) messages[#messages + 1] = text end,
    runOpenPanel = function() return openPanel and { openPanel } end,
  },
  LrView = { bind = function(key) return { bound = key } end },
  LrApplication = { activeCatalog = function() return catalog end },
}

local STANDARD = { 'assert', 'error', 'ipairs', 'next', 'pairs', 'pcall', 'select', 'setmetatable', 'getmetatable',
  'tonumber', 'tostring', 'type', 'unpack', 'string', 'table', 'math' }

-- What a file of the plug-in returns, in a state that no earlier callback has seen.
local function load(name)
  local loaded, env = {}, {}
  for _, standard in ipairs(STANDARD) do env[standard] = _G[standard] end
  env._PLUGIN = { id = 'photo.vitrine.publish', path = PLUGIN }
  env.import = function(module) return MODULES[module] or error('no such module of the SDK: ' .. module) end
  env.require = function(module)
    if loaded[module] == nil then
      local chunk = assert(loadfile(PLUGIN .. '/' .. module .. '.lua'))
      loaded[module] = setfenv(chunk, env)() or true
    end
    return loaded[module]
  end
  setmetatable(env, {
    __index = function(_, global) error('undefined: ' .. global, 2) end,
    __newindex = function(_, global) error('sets a global: ' .. global, 2) end,
  })
  return env.require(name)
end

local function propertyTable(values)
  local properties = {}
  for name, value in pairs(values or {}) do properties[name] = value end
  return setmetatable(properties, { __index = { pairs = function(self) return pairs(self) end } })
end

local COMMANDS = {}

function COMMANDS.info()
  -- Neither import nor require exist there.
  local info = setfenv(assert(loadfile(PLUGIN .. '/Info.lua')), {})()
  assert(loadfile(PLUGIN .. '/' .. info.LrMetadataProvider))
  return { id = info.LrToolkitIdentifier, url = info.LrPluginInfoUrl, title = info.LrExportServiceProvider.title }
end

-- Opens the settings, types the token, and presses the button.
function COMMANDS.settings(given)
  dialogCount = dialogCount + 1
  local dialog, button = dialogCount, nil
  local factory = setmetatable({}, {
    __index = function(_, kind)
      return function(_, options)
        if dialog ~= dialogCount then error('a view of another dialog') end
        for _, child in ipairs(options) do
          if child.dialog ~= dialog then error('a view of another dialog') end
        end
        if kind == 'push_button' then button = options end
        return { dialog = dialog }
      end
    end,
  })
  local provider = load('VitrineServiceProvider')
  local properties = propertyTable { newToken = given.token }
  for _, section in ipairs(provider.sectionsForTopOfDialog(factory, properties)) do
    for _, view in ipairs(section) do assert(view.dialog == dialog) end
  end
  button.action()
  return {}
end

local function renditionOf(photo, given, results)
  local rendition = { photo = photo, publishedPhotoId = given.publishedId }
  local result = { localIdentifier = given.localIdentifier, rendered = false }
  results[#results + 1] = result
  local isSkipped
  function rendition:skipRender() isSkipped = true end
  function rendition:waitForRender()
    if isSkipped then error('its rendering was skipped') end
    outside { tick = true }
    result.rendered = true
    local path = given.renderTo
    local file = assert(io.open(path, 'wb'))
    file:write(readFile(given.rendered))
    file:close()
    return true, path
  end
  function rendition:recordPublishedPhotoId(id)
    if type(id) ~= 'string' then error('ids are texts') end
    result.id = id
  end
  function rendition:recordPublishedPhotoUrl(url)
    if not result.id then error('a URL without an id is lost') end
    result.url = url
  end
  function rendition:uploadFailed(message) result.failed = message end
  return rendition
end

function COMMANDS.publish(given)
  local provider = load('VitrineServiceProvider')
  local answer = { renditions = Json.list {} }
  local session = {}
  function session:countRenditions() return #given.photos end
  function session:recordRemoteCollectionId(id) answer.remoteId = id end
  function session:recordRemoteCollectionUrl(url) answer.remoteUrl = url end
  local parents = given.collection.set and { { name = given.collection.set } } or {}
  local context = {
    propertyTable = propertyTable(given.settings),
    exportSession = session,
    publishedCollectionInfo = { name = given.collection.name, remoteId = given.collection.remoteId, parents = parents },
  }
  function context:configureProgress()
    return { setPortionComplete = function() end, done = function() end }
  end
  function context:renditions()
    local index = 0
    return function()
      index = index + 1
      local photo = given.photos[index]
      if not photo then return nil end
      return index, renditionOf(photoOf(photo), photo, answer.renditions)
    end
  end
  provider.processRenderedPhotos({}, context)
  return answer
end

function COMMANDS.remove(given)
  local deleted = Json.list {}
  load('VitrineServiceProvider').deletePhotosFromPublishedCollection(propertyTable(given.settings), given.ids,
    function(id) deleted[#deleted + 1] = id end, 1, given.remoteId)
  return { deleted = deleted }
end

function COMMANDS.sort(given)
  load('VitrineServiceProvider').imposeSortOrderOnPublishedCollection(propertyTable {},
    { remoteCollectionId = given.remoteId }, given.ids)
  return {}
end

function COMMANDS.rename(given)
  load('VitrineServiceProvider').renamePublishedCollection(propertyTable {}, { remoteId = given.remoteId, name = given.name })
  return {}
end

function COMMANDS.deleteCollection(given)
  load('VitrineServiceProvider').deletePublishedCollection(propertyTable(given.settings), { remoteId = given.remoteId })
  return {}
end

function COMMANDS.picks(given)
  openPanel = given.table
  catalog.photos = {}
  for index, photo in ipairs(given.photos) do catalog.photos[index] = photoOf(photo) end
  load('VitrinePicks')
  return { isOfCatalog = true }
end

local function run(routine)
  local given
  while true do
    local ok, message = coroutine.resume(routine, given)
    if not ok then
      return nil, type(message) == 'table' and message.message or debug.traceback(routine, tostring(message))
    end
    if coroutine.status(routine) == 'dead' then return message end
    given = message.tick and {} or talk(message)
  end
end

while true do
  local line = io.stdin:read('*l')
  if not line then break end
  local command = Json.decode(line)
  messages, tasks = {}, {}
  local result, problem = run(coroutine.create(function() return COMMANDS[command.command](command) end))
  while #tasks > 0 and not problem do
    local _, failed = run(table.remove(tasks, 1))
    problem = failed
  end
  if result and result.isOfCatalog then
    result = { photos = Json.list {} }
    for index, photo in ipairs(catalog.photos) do result.photos[index] = photo.written end
  end
  io.stdout:write(Json.encode { result = result, problem = problem, messages = Json.list(messages) }, '\n')
end
