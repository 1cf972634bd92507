import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { endpoint } from "./endpoint.ts";
import { FocalPoint } from "./focal-point.ts";
import {
  ABOUT_MAX_CHARS,
  DEFAULT_LICENSE,
  LICENSES,
  PUBLIC_EDGES_PX,
  SOCIAL_MAX_LINKS,
  UPLOAD_LIMIT_MB,
  UPLOAD_MAX_MB,
} from "./limits.ts";
import {
  CAPTION_PLACES,
  HOME_KINDS,
  isColour,
  isLegible,
  MARGINS,
  PAPER_TINTS,
  SCHEMES,
  TITLE_PLACES,
  TYPEFACES,
} from "./look.ts";
import { Photo, PhotoId } from "./photos.ts";
import { storableText } from "./text.ts";

const isEmail = (value: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(value);
const isLink = (value: string) => /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(value);

const text = (maxChars: number) => z.string().trim().pipe(storableText(maxChars));
/** Line breaks and other control characters become spaces: these texts go into titles and headers. */
const line = (maxChars: number) =>
  z
    .string()
    .transform((value) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, " "))
    .pipe(text(maxChars));

/** Links go into pages, so only harmless protocols are accepted. */
const SocialLink = z.object({
  label: line(100).refine((label) => label !== "", "Enter a name for each link"),
  url: line(2_000).refine(isLink, "Links must begin with https://, http:// or mailto:"),
});
export type SocialLink = z.infer<typeof SocialLink>;

export const Look = z.object({
  scheme: z.enum(SCHEMES),
  typeface: z.enum(TYPEFACES),
  /** For the line under links and for the focus. Null: in the colour of the text. */
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isColour, "Enter a colour such as #2f7f9f")
    .refine((colour) => !isColour(colour) || isLegible(colour), {
      error: "This colour is too hard to see on the light or on the dark background. Choose one in between.",
    })
    .nullable(),
  paper: z.enum(PAPER_TINTS),
  margin: z.enum(MARGINS),
  captions: z.enum(CAPTION_PLACES),
  titles: z.enum(TITLE_PLACES),
});
export type Look = z.infer<typeof Look>;

/** The page at `/`. Where what a kind needs is missing, visitors see the categories. */
export const Home = z.object({
  kind: z.enum(HOME_KINDS),
  /** Whose line the kind `album` shows. */
  album_id: AlbumId.nullable(),
});
export type Home = z.infer<typeof Home>;

/** What the owner decides about the site. */
export const SiteSettings = z.object({
  name: line(200).refine((name) => name !== "", "Enter a name for the site"),
  tagline: line(300),
  /** Paragraphs are separated by empty lines. */
  about: text(ABOUT_MAX_CHARS),
  email: line(254).refine((email) => email === "" || isEmail(email), "Enter an email address"),
  phone: line(100),
  location: line(300),
  social: z.array(SocialLink).max(SOCIAL_MAX_LINKS, `At most ${SOCIAL_MAX_LINKS} links are shown`),
  /** Shown next to the about text while visitors may see it. */
  portrait_photo_id: PhotoId.nullable(),
  /** In the footer. Empty: © and the site's name. */
  copyright: line(200),
  default_license: z.enum(LICENSES),
  home: Home,
  look: Look,
  /** The long edge of the largest picture that visitors get; null: the original. */
  largest_public_px: z.union([z.null(), ...PUBLIC_EDGES_PX.map((edge) => z.literal(edge))], {
    error: `Choose ${PUBLIC_EDGES_PX.join(", ")} or no limit`,
  }),
  show_camera_data: z.boolean(),
  /** Whether visitors can write to the owner on the contact page. */
  contact_form: z.boolean(),
  ai_training: z.enum(["forbid", "allow"]),
  upload_max_mb: z
    .number()
    .int("Enter a whole number of megabytes")
    .min(1, "Enter at least 1 MB")
    .max(UPLOAD_LIMIT_MB, `Enter at most ${UPLOAD_LIMIT_MB} MB`),
  accepts_heic: z.boolean(),
  /** Whether programs that know Piwigo can publish here, by `/ws.php`. */
  piwigo_clients: z.boolean(),
  new_albums: z.enum(["public", "draft"]),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
export type SiteField = keyof SiteSettings;

/** Of the picture as uploaded, after its orientation. The version is part of its URLs. */
const SitePicture = z.object({
  version: z.string(),
  width: z.number(),
  height: z.number(),
  focal_point: FocalPoint.nullable(),
});
export type SitePicture = z.infer<typeof SitePicture>;

/** Those that the owner has uploaded. */
const SitePictures = z.object({
  portrait: SitePicture.nullable(),
  logo: SitePicture.nullable(),
  icon: SitePicture.nullable(),
});
export type SitePictures = z.infer<typeof SitePictures>;

const SitePictureUrls = z.object({
  portrait_url: z.string().nullable(),
  logo_url: z.string().nullable(),
  icon_url: z.string().nullable(),
});
export type SitePictureUrls = z.infer<typeof SitePictureUrls>;

export const AdminSite = SiteSettings.extend({ pictures: SitePictures, ...SitePictureUrls.shape });
export type AdminSite = z.infer<typeof AdminSite>;

/** A fresh site. */
export const DEFAULT_SITE: SiteSettings = {
  name: "Vitrine",
  tagline: "Photographs",
  about: "",
  email: "",
  phone: "",
  location: "",
  social: [],
  portrait_photo_id: null,
  copyright: "",
  default_license: DEFAULT_LICENSE,
  home: { kind: "categories", album_id: null },
  look: {
    scheme: "auto",
    typeface: "instrument",
    accent: null,
    paper: "neutral",
    margin: "none",
    captions: "viewer",
    titles: "left",
  },
  largest_public_px: null,
  show_camera_data: true,
  contact_form: false,
  ai_training: "allow",
  upload_max_mb: UPLOAD_MAX_MB,
  accepts_heic: false,
  piwigo_clients: false,
  new_albums: "public",
};

/** What visitors may know. */
export const Site = SiteSettings.pick({
  name: true,
  tagline: true,
  about: true,
  email: true,
  phone: true,
  location: true,
  social: true,
  copyright: true,
  ai_training: true,
  home: true,
  look: true,
}).extend({ pictures: SitePictures });
export type Site = z.infer<typeof Site>;

export const getSite = endpoint({
  method: "GET",
  path: "/site",
  summary: "The site's texts, and the portrait if one is set",
  response: z.object({
    data: Site.extend({
      /** The internal_id of the portrait; empty for none. */
      portrait: z.string(),
      ...SitePictureUrls.shape,
    }),
    portrait: Photo.nullable(),
  }),
});

export const getSiteSettings = endpoint({
  method: "GET",
  path: "/admin/site",
  summary: "Everything the owner decides about the site",
  response: z.object({ site: AdminSite }),
});

/** Any part, and any part of the home page and of the look. */
export const SiteChange = SiteSettings.extend({ home: Home.partial(), look: Look.partial() }).partial();
export type SiteChange = z.infer<typeof SiteChange>;

export const updateSite = endpoint({
  method: "PUT",
  path: "/admin/site",
  summary: "Change any part of the site's settings",
  body: SiteChange,
  response: z.object({ site: AdminSite }),
});
