-- A published collection is an album, and the set that it is in is a category.
local LrTasks = import 'LrTasks'
local Api = require 'VitrineApi'
local Site = require 'VitrineSite'

local Albums = {}

local function categoryFor(setName)
  local categories = Api.get('/admin/categories').categories
  if not setName then
    for _, category in ipairs(categories) do
      if category.key == 'portraits' then return category.key end
    end
    return categories[1].key
  end
  for _, category in ipairs(categories) do
    if category.name:lower() == setName:lower() or category.key == setName:lower() then return category.key end
  end
  error({ message = 'Your site has no category "' .. setName .. '". Add it there, or rename the collection set.' }, 0)
end

function Albums.setNameOf(info)
  local parents = info.parents
  return parents and parents[1] and parents[#parents].name or nil
end

function Albums.find(id)
  for _, album in ipairs(Api.get('/admin/albums').albums) do
    if album.id == tonumber(id) then return album end
  end
  return nil
end

function Albums.urlOf(album)
  return Site.url .. album.url
end

-- The album of a collection, made if there is none. After a lost answer it is found by its title.
function Albums.ensure(info, status)
  local album = info.remoteId and Albums.find(info.remoteId)
  if album then return album end
  local category = categoryFor(Albums.setNameOf(info))
  local function byTitle()
    for _, other in ipairs(Api.get('/admin/albums').albums) do
      if other.title == info.name and other.category == category then return other end
    end
  end
  album = byTitle()
  if album then return album end
  local ok, answer = LrTasks.pcall(Api.make, '/admin/albums',
    { title = info.name, category = category, status = status })
  if ok then return answer.album end
  if not answer.isLost then error(answer, 0) end
  return byTitle() or Api.make('/admin/albums', { title = info.name, category = category, status = status }).album
end

function Albums.rename(id, title)
  local album = Albums.find(id)
  if album then Api.change('PUT', '/admin/albums/' .. album.slug, { title = title }) end
end

function Albums.move(id, setName)
  local album = Albums.find(id)
  if album then Api.change('PUT', '/admin/albums/' .. album.slug, { category = categoryFor(setName) }) end
end

-- A token deletes no album: it becomes a draft, which visitors do not see.
function Albums.hide(id)
  local album = Albums.find(id)
  if album then Api.change('PUT', '/admin/albums/' .. album.slug, { status = 'draft' }) end
end

-- Photos that Lightroom does not know of keep their order, after the others.
function Albums.sort(id, photoIds)
  local album = Albums.find(id)
  if not album then return end
  for attempt = 1, 3 do
    local present, order = {}, {}
    local photos = Api.get('/admin/albums/' .. album.slug .. '/photos').photos
    for _, photo in ipairs(photos) do present[photo.id] = true end
    for _, photoId in ipairs(photoIds) do
      local number = tonumber(photoId)
      if present[number] then
        order[#order + 1] = number
        present[number] = nil
      end
    end
    local isSame = true
    for _, photo in ipairs(photos) do
      if present[photo.id] then order[#order + 1] = photo.id end
    end
    for index, photo in ipairs(photos) do isSame = isSame and order[index] == photo.id end
    if isSame then return end
    local ok, problem = LrTasks.pcall(Api.change, 'PUT', '/admin/albums/' .. album.slug .. '/photos/reorder',
      { photo_ids = order })
    if ok then return end
    -- The album has changed since it was read.
    if (problem.status ~= 409 and problem.status ~= 422) or attempt == 3 then error(problem, 0) end
  end
end

return Albums
