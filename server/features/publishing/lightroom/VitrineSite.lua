-- Written by the site that served this plug-in.
return { url = '@SITE_URL@' }
