return {
  metadataFieldsForPhotos = {
    { id = 'comment', title = 'Client comment', dataType = 'string', searchable = true, browsable = false },
  },
  schemaVersion = 1,
}
