-- "Bring back picks": what clients chose in a viewing room becomes flags, stars, colours and comments of the catalogue.
-- A token opens no room, so the table comes from the room's screen.
local LrApplication = import 'LrApplication'
local LrDialogs = import 'LrDialogs'
local LrFileUtils = import 'LrFileUtils'
local LrPathUtils = import 'LrPathUtils'
local LrTasks = import 'LrTasks'
local Table = require 'VitrineTable'

-- What all clients said of one photo.
local function byFile(lines)
  local photos, order = {}, {}
  for _, line in ipairs(lines) do
    local marks = photos[line.filename]
    if not marks then
      marks = { comments = {} }
      photos[line.filename] = marks
      order[#order + 1] = line.filename
    end
    -- A table from before clients had voices has only photos that were chosen.
    marks.isPicked = marks.isPicked or line.picked == nil or line.picked == 'yes'
    marks.rating = math.max(marks.rating or 0, tonumber(line.rating or '') or 0)
    marks.label = marks.label or (line.label ~= '' and line.label or nil)
    if line.comment and line.comment ~= '' then
      local voice = line.voice and line.voice ~= '' and (line.voice .. ': ') or ''
      marks.comments[#marks.comments + 1] = voice .. line.comment
    end
  end
  return photos, order
end

-- The catalogue's own file is often a raw file of the same name.
local function stemOf(name)
  return LrPathUtils.removeExtension(LrPathUtils.leafName(name)):lower()
end

local function find(catalog, filename)
  local stem = stemOf(filename)
  local found = {}
  local search = { criteria = 'filename', operation = 'any', value = LrPathUtils.removeExtension(filename) }
  for _, photo in ipairs(catalog:findPhotos { searchDesc = search }) do
    if stemOf(photo:getFormattedMetadata('fileName')) == stem then found[#found + 1] = photo end
  end
  return found
end

local function write(photo, marks)
  if marks.isPicked then photo:setRawMetadata('pickStatus', 1) end
  if marks.rating > 0 then photo:setRawMetadata('rating', marks.rating) end
  if marks.label then photo:setRawMetadata('colorNameForLabel', marks.label) end
  if #marks.comments > 0 then
    photo:setPropertyForPlugin(_PLUGIN, 'comment', table.concat(marks.comments, '\n'))
  end
end

LrTasks.startAsyncTask(function()
  local paths = LrDialogs.runOpenPanel {
    title = 'The table of the selection, from the screen of the viewing room',
    prompt = 'Bring back picks',
    canChooseFiles = true,
    canChooseDirectories = false,
    allowsMultipleSelection = false,
    fileTypes = { 'csv' },
  }
  if not paths then return end
  local photos, order = byFile(Table.read(LrFileUtils.readFile(paths[1])))
  local catalog = LrApplication.activeCatalog()
  local missing, several, targets = {}, {}, {}
  for _, filename in ipairs(order) do
    local found = find(catalog, filename)
    if #found == 0 then
      missing[#missing + 1] = filename
    elseif #found > 1 then
      several[#several + 1] = filename
    else
      targets[#targets + 1] = { photo = found[1], marks = photos[filename] }
    end
  end
  catalog:withWriteAccessDo('Bring back picks', function()
    for _, target in ipairs(targets) do write(target.photo, target.marks) end
  end)
  local words = { #targets .. (#targets == 1 and ' photo has' or ' photos have') .. ' what clients chose.' }
  if #missing > 0 then words[#words + 1] = 'Not in this catalogue: ' .. table.concat(missing, ', ') .. '.' end
  if #several > 0 then
    words[#words + 1] = 'There are several with the name, so none was changed: ' .. table.concat(several, ', ') .. '.'
  end
  LrDialogs.message('Vitrine', table.concat(words, '\n'), 'info')
end)
