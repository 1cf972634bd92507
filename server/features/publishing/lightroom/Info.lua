return {
  LrSdkVersion = 6.0,
  LrSdkMinimumVersion = 5.0,
  LrToolkitIdentifier = 'photo.vitrine.publish',
  LrPluginName = 'Vitrine',
  LrPluginInfoUrl = '@SITE_URL@',
  LrExportServiceProvider = {
    title = 'Vitrine',
    file = 'VitrineServiceProvider.lua',
  },
  LrMetadataProvider = 'VitrineMetadata.lua',
  LrLibraryMenuItems = {
    { title = 'Bring back picks…', file = 'VitrinePicks.lua' },
  },
  VERSION = { major = 1, minor = 0, revision = 0 },
}
