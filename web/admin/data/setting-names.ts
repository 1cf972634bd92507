import type { SiteField } from "../../../contract/site.ts";

/** As the Site screen labels the settings. */
export const SETTING_NAMES: Record<SiteField, string> = {
  name: "Name of the site",
  tagline: "Tagline",
  copyright: "Copyright line",
  home: "Home page",
  look: "Look",
  portrait_photo_id: "Photo of your library",
  about: "About",
  email: "Email",
  phone: "Phone",
  location: "Location",
  social: "Links",
  contact_form: "Contact form",
  largest_public_px: "Largest size for visitors",
  show_camera_data: "Show camera data",
  default_license: "License of new photos",
  ai_training: "AI training",
  upload_max_mb: "Largest file, in megabytes",
  accepts_heic: "Accept HEIC files",
  piwigo_clients: "Piwigo programs may publish",
  new_albums: "Status of new albums",
};
