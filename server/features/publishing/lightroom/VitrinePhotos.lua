-- One photo: its file, its texts, and what was sent of them before.
local LrMD5 = import 'LrMD5'
local LrPathUtils = import 'LrPathUtils'
local LrFileUtils = import 'LrFileUtils'
local LrPrefs = import 'LrPrefs'
local LrTasks = import 'LrTasks'
local Api = require 'VitrineApi'
local Json = require 'VitrineJson'

local Photos = {}

-- Lightroom starts each callback in a new state: only the preferences outlast it. They are kept flat, because a change inside
-- of a table is not saved.
local function remember(name, value)
  LrPrefs.prefsForPlugin()[name] = value
end

local function remembered(name)
  return LrPrefs.prefsForPlugin()[name]
end

local function serialize(value)
  if type(value) ~= 'table' then return tostring(value) end
  local names = {}
  for name in pairs(value) do names[#names + 1] = tostring(name) end
  table.sort(names)
  local parts = {}
  for _, name in ipairs(names) do
    local entry = value[name]
    if entry == nil then entry = value[tonumber(name)] end
    parts[#parts + 1] = name .. '=' .. serialize(entry)
  end
  return '{' .. table.concat(parts, ';') .. '}'
end

-- Changes with everything that changes the pixels, and with nothing else.
function Photos.pixelsOf(photo, settings)
  local rendering = {}
  for name, value in settings:pairs() do
    if name:match('^LR_') and not name:match('^LR_export_dest') and not name:match('[Tt]oken') then rendering[name] = value end
  end
  return LrMD5.digest(serialize {
    develop = photo:getDevelopSettings(),
    rendering = rendering,
    file = photo:getRawMetadata('fileSize'),
  })
end

local function keywordsOf(photo)
  local list = {}
  for word in (photo:getFormattedMetadata('keywordTagsForExport') or ''):gmatch('[^,]+') do
    list[#list + 1] = word:match('^%s*(.-)%s*$')
  end
  return Json.list(list)
end

local function textsOf(photo)
  -- Older versions of Lightroom have no alt text.
  local hasAlt, alt = LrTasks.pcall(function() return photo:getFormattedMetadata('altTextAccessibility') end)
  return {
    title = photo:getFormattedMetadata('title') or '',
    caption = photo:getFormattedMetadata('caption') or '',
    alt = hasAlt and alt or nil,
    tags = keywordsOf(photo),
  }
end

-- Texts that have not changed in Lightroom are left alone: they may have been written on the site.
local function sendTexts(id, photo, isNew)
  local texts = textsOf(photo)
  local mark = LrMD5.digest(serialize(texts))
  if remembered('texts_' .. id) == mark then return end
  local known = Api.photo(id)
  for _, field in ipairs { 'title', 'caption', 'alt', 'tags' } do
    local value = texts[field]
    local isEmpty = value == nil or value == '' or (type(value) == 'table' and #value == 0)
    local isSame = value ~= nil and serialize(value) == serialize(field == 'tags' and Json.list(known.tags) or known[field])
    if value ~= nil and not isSame and not (isNew and isEmpty) then
      Api.change('PUT', '/admin/photos/' .. id, { [field] = value })
    end
  end
  remember('texts_' .. id, mark)
end

-- A photo that an attempt has stored whose answer was lost.
local function findArrived(album, filename, since, run)
  local query = '?album=' .. Api.encode(album.slug) .. '&source_filename=' .. Api.encode(filename)
  for _, photo in ipairs(Api.get('/admin/photos' .. query).photos) do
    if photo.id > since and not run.taken[photo.id] then return photo.id end
  end
  return nil
end

function Photos.newest()
  local ids = Api.get('/admin/photos/ids?limit=1').ids
  return ids[1] or 0
end

local function upload(album, photo, file, run)
  local filename = LrPathUtils.leafName(file)
  local pending = 'pending_' .. album.id .. '_' .. photo.localIdentifier
  local since = remembered(pending)
  if since then
    local arrived = findArrived(album, filename, since, run)
    if arrived then return arrived, pending end
  else
    since = run.newest
    remember(pending, since)
  end
  for _ = 1, 5 do
    local ok, answer = LrTasks.pcall(Api.sendFile, 'POST', '/admin/albums/' .. album.slug .. '/photos', 'photos[]', file)
    if ok then return answer.photos[1].id, pending end
    if not answer.isLost then error(answer, 0) end
    local arrived = findArrived(album, filename, since, run)
    if arrived then return arrived, pending end
  end
  error({ message = 'Your site does not answer.' }, 0)
end

local function replace(id, file)
  local size = LrFileUtils.fileAttributes(file).fileSize
  for _ = 1, 5 do
    local ok, problem = LrTasks.pcall(Api.sendFile, 'PUT', '/admin/photos/' .. id .. '/file', 'photo', file)
    if ok then return end
    if not problem.isLost then error(problem, 0) end
    -- If it has arrived, a second time would lose the file that the site keeps.
    local photo = Api.photo(id)
    if photo and photo.filesize == size and photo.filename == LrPathUtils.leafName(file) then return end
  end
  error({ message = 'Your site does not answer.' }, 0)
end

local function isIn(album, known)
  for _, id in ipairs(known.album_ids) do
    if id == album.id then return true end
  end
  return false
end

-- `run` has the newest photo at the start of this publishing, and those that belong to other photos of the catalogue.
function Photos.publish(rendition, settings, album, run)
  local photo = rendition.photo
  local id = rendition.publishedPhotoId
  local known = id and Api.photo(id)
  if known and known.deleted then Api.change('POST', '/admin/photos/' .. id .. '/restore', {}) end
  local pixels = Photos.pixelsOf(photo, settings)
  local pending
  if known and remembered('pixels_' .. id) == pixels then
    rendition:skipRender()
  else
    local isRendered, pathOrMessage = rendition:waitForRender()
    if not isRendered then error({ message = pathOrMessage }, 0) end
    if known then replace(id, pathOrMessage) else id, pending = upload(album, photo, pathOrMessage, run) end
    LrFileUtils.delete(pathOrMessage)
    remember('pixels_' .. id, pixels)
  end
  id = tostring(id)
  run.taken[tonumber(id)] = true
  sendTexts(id, photo, known == nil)
  if known and (known.deleted or not isIn(album, known)) then
    Api.change('POST', '/admin/albums/' .. album.slug .. '/photos/add', { photo_ids = { tonumber(id) } })
  end
  -- The URL only after the id, or Lightroom drops it.
  rendition:recordPublishedPhotoId(id)
  rendition:recordPublishedPhotoUrl(require('VitrineAlbums').urlOf(album) .. '/photo/' .. id)
  if pending then remember(pending, nil) end
end

-- `how` is the choice in the settings: out of the album, or into the trash.
function Photos.remove(id, album, how)
  local ok, problem
  if how == 'trash' then
    ok, problem = LrTasks.pcall(Api.change, 'POST', '/admin/photos/' .. id .. '/trash', {})
  elseif album then
    ok, problem = LrTasks.pcall(Api.change, 'DELETE', '/admin/albums/' .. album.slug .. '/photos/' .. id, {})
  else
    ok = true
  end
  if not ok and problem.status ~= 404 then error(problem, 0) end
end

return Photos
