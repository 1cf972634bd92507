local LrDialogs = import 'LrDialogs'
local LrTasks = import 'LrTasks'
local LrView = import 'LrView'
local Albums = require 'VitrineAlbums'
local Api = require 'VitrineApi'
local Photos = require 'VitrinePhotos'
local Site = require 'VitrineSite'

local provider = {
  small_icon = nil,
  supportsIncrementalPublish = 'only',
  supportsCustomSortOrder = true,
  hidePrintResolution = true,
  canExportVideo = false,
  allowFileFormats = { 'JPEG' },
  allowColorSpaces = { 'sRGB', 'DisplayP3' },
  hideSections = { 'exportLocation' },
  titleForPublishedCollection = 'Album',
  titleForPublishedCollection_standalone = 'Album',
  titleForPublishedCollectionSet = 'Category',
  titleForPublishedCollectionSet_standalone = 'Category',
  titleForGoToPublishedCollection = 'Show on your site',
  titleForGoToPublishedPhoto = 'Show on your site',
  exportPresetFields = {
    { key = 'removal', default = 'album' },
    { key = 'status', default = 'draft' },
  },
}

function provider.getCollectionBehaviorInfo()
  return { defaultCollectionName = 'Portfolio', defaultCollectionCanBeDeleted = true, canAddCollection = true, maxCollectionSetDepth = 1 }
end

function provider.metadataThatTriggersRepublish()
  return { default = false, title = true, caption = true, keywords = true, altTextAccessibility = true, dateCreated = false }
end

local function say(message)
  LrDialogs.message('Vitrine', message, 'info')
end

-- A new view each time: Lightroom closes the one of a dialog with it.
function provider.sectionsForTopOfDialog(f, properties)
  local bind = LrView.bind
  return {
    {
      title = 'Vitrine',
      f:row { f:static_text { title = 'Site' }, f:static_text { title = Site.url } },
      f:row {
        f:static_text { title = 'Token' },
        f:password_field { value = bind 'newToken', width_in_chars = 40 },
        f:push_button {
          title = 'Save and test',
          action = function()
            LrTasks.startAsyncTask(function()
              if properties.newToken and properties.newToken ~= '' then
                Api.storeToken(properties.newToken)
                properties.newToken = nil
              end
              local ok, answer = LrTasks.pcall(Api.get, '/admin/albums')
              say(ok and ('Connected. Your site has ' .. #answer.albums .. ' albums.') or Api.wordsOf(answer))
            end)
          end,
        },
      },
      f:row {
        f:static_text { title = 'New albums' },
        f:popup_menu {
          value = bind 'status',
          items = { { title = 'are drafts', value = 'draft' }, { title = 'are public', value = 'public' } },
        },
      },
      f:row {
        f:static_text { title = 'A photo removed here' },
        f:popup_menu {
          value = bind 'removal',
          items = { { title = 'leaves the album', value = 'album' }, { title = 'goes to the trash', value = 'trash' } },
        },
      },
    },
  }
end

-- The token is in the system's key chain, not among the settings.
function provider.endDialog(properties)
  if properties.newToken and properties.newToken ~= '' then Api.storeToken(properties.newToken) end
  properties.newToken = nil
end

function provider.processRenderedPhotos(_, exportContext)
  local settings = exportContext.propertyTable
  local session = exportContext.exportSession
  local count = session:countRenditions()
  local progress = exportContext:configureProgress {
    title = count == 1 and 'Publishing one photo to Vitrine' or ('Publishing ' .. count .. ' photos to Vitrine'),
  }
  local album = Albums.ensure(exportContext.publishedCollectionInfo, settings.status)
  session:recordRemoteCollectionId(tostring(album.id))
  session:recordRemoteCollectionUrl(Albums.urlOf(album))
  local run = { newest = Photos.newest(), taken = {} }
  for index, rendition in exportContext:renditions { stopIfCanceled = true } do
    progress:setPortionComplete(index - 1, count)
    -- LrTasks.pcall: what is inside yields.
    local ok, problem = LrTasks.pcall(Photos.publish, rendition, settings, album, run)
    if not ok then
      local name = rendition.photo:getFormattedMetadata('fileName')
      rendition:uploadFailed(name .. ': ' .. Api.wordsOf(problem))
    end
  end
  progress:done()
end

function provider.deletePhotosFromPublishedCollection(settings, ids, deleted, _, remoteId)
  local album = remoteId and Albums.find(remoteId)
  for _, id in ipairs(ids) do
    Photos.remove(id, album, settings.removal)
    deleted(id)
  end
end

function provider.imposeSortOrderOnPublishedCollection(_, info, ids)
  if info.remoteCollectionId then Albums.sort(info.remoteCollectionId, ids) end
end

function provider.renamePublishedCollection(_, info)
  if info.remoteId and not info.isPublishedCollectionSet then Albums.rename(info.remoteId, info.name) end
end

function provider.reparentPublishedCollection(_, info)
  if info.remoteId then Albums.move(info.remoteId, Albums.setNameOf(info)) end
end

function provider.deletePublishedCollection(settings, info)
  if not info.remoteId then return end
  local album = Albums.find(info.remoteId)
  if album and settings.removal == 'trash' then
    for _, photo in ipairs(Api.get('/admin/albums/' .. album.slug .. '/photos').photos) do
      Photos.remove(photo.id, album, 'trash')
    end
  end
  Albums.hide(info.remoteId)
end

return provider
