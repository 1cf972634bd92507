/** Every limit and choice of the product, in one place. No zod here: public pages load this file. */

/** What a new album and a photo in no album get while there is such a category, else the first one. */
export const PREFERRED_ALBUM_CATEGORY = "portraits";
export const PREFERRED_PHOTO_CATEGORY = "URBAN";
export const CATEGORY_NAME_MAX_CHARS = 60;
export const CATEGORY_DESCRIPTION_MAX_CHARS = 600;

/** For visitors a draft does not exist. */
export const ALBUM_STATUSES = ["public", "draft"] as const;
export type AlbumStatus = (typeof ALBUM_STATUSES)[number];
/** How long the unlisted link to a draft shows it. */
export const PREVIEW_DAYS = 7;

/** How a visitor's page shows an album: a line from left to right, a column, or even rows. */
export const ALBUM_LAYOUTS = ["strip", "scroll", "grid"] as const;
export type AlbumLayout = (typeof ALBUM_LAYOUTS)[number];
export const VERSIONS_MAX = 50;
export const PANEL_HEADING_MAX_CHARS = 120;
export const PANEL_BODY_MAX_CHARS = 600;

/** Pages that the owner writes. An entry is one of the journal. */
export const PAGE_KINDS = ["page", "entry"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
export const PAGE_STATUSES = ["draft", "public"] as const;
export const BLOCKS_MAX = 300;
export const BLOCK_LINE_MAX_CHARS = 300;
export const BLOCK_QUOTE_MAX_CHARS = 2_000;
export const BLOCK_TEXT_MAX_CHARS = 20_000;
export const PAGE_ENTRIES_MAX = 500;
export const PAGE_SUMMARY_MAX_CHARS = 500;
export const PAGE_VERSIONS_MAX = 30;

export const LICENSES = ["All Rights Reserved", "Creative Commons", "Public Domain", "Commercial Use"] as const;
export type License = (typeof LICENSES)[number];
export const DEFAULT_LICENSE: License = "All Rights Reserved";

export const VISIBILITY = { public: 0, private: 1 } as const;

/** Of a fresh site. The owner may set another limit, up to `UPLOAD_LIMIT_MB`. */
export const UPLOAD_MAX_MB = 10;
export const UPLOAD_LIMIT_MB = 500;
export const bytesOfMb = (mb: number) => mb * 1024 * 1024;
export const UPLOAD_MAX_BYTES = bytesOfMb(UPLOAD_MAX_MB);
/** Of one that no one continues, and of the outcome of one that is done. */
export const UPLOAD_EXPIRES_HOURS = 24;
/** Of all uploads that were begun and of which bytes are missing. */
export const UPLOADS_MAX_UNFINISHED = 1_000;
export const UPLOADS_MAX_UNFINISHED_MB = 20_000;
export const UPLOAD_MAX_FILES = 200;
const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
/** Where the owner accepts them. Not every browser knows their types, so file pickers also need their endings. */
/** Its decoder holds the whole file in memory, more than once. */
export const HEIC_MAX_MB = 60;
const HEIC_TYPES = ["image/heic", "image/heif", ".heic", ".heif"];
/** Types and endings, as a file picker takes them. */
export const acceptedTypes = (acceptsHeic: boolean) => (acceptsHeic ? [...UPLOAD_TYPES, ...HEIC_TYPES] : UPLOAD_TYPES);
export const acceptedNames = (acceptsHeic: boolean) =>
  acceptsHeic ? "JPEG, PNG, GIF, WebP or HEIC" : "JPEG, PNG, GIF or WebP";

/** How long a file that was replaced can be restored. */
export const FORMER_FILE_DAYS = 30;

export const PICTURE_MAX_PIXELS = 120_000_000;
/** Of a JPEG that is read row by row, and shrunk while it is read. */
export const STREAMED_JPEG_MAX_PIXELS = 250_000_000;
export const PICTURE_MAX_FRAMES = 500;
export const PICTURE_MAX_SCANS = 100;
export const PICTURE_MAX_SECONDS = 20;

/** The sizes made of every photo. thumb is cropped to a square; the others fit their long edge. */
export const VARIANTS = ["thumb", "small", "medium", "large", "xlarge"] as const;
export type Variant = (typeof VARIANTS)[number];
export const VARIANT_EDGE_PX: Record<Variant, number> = {
  thumb: 300,
  small: 800,
  medium: 1200,
  large: 2400,
  xlarge: 3840,
};
/** Made while the owner waits for an upload. The others follow in the background, and batch runs make them all. */
export const UPLOAD_VARIANTS = ["thumb", "medium"] as const satisfies readonly Variant[];
export const BACKGROUND_VARIANTS = ["small", "large", "xlarge"] as const satisfies readonly Variant[];

/** The long edge of the largest picture that visitors get, where the owner limits it. */
export const PUBLIC_EDGES_PX = [1200, 2400, 3840] as const;
export type PublicEdge = (typeof PUBLIC_EDGES_PX)[number];

/** Every picture of a photo that has a URL. `original` is full size, without metadata, and JPEG only. */
export const PICTURE_SIZES = [...VARIANTS, "original"] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
/** The picture that a visitor gets for this size: a smaller one where the owner limits the pixels. */
export function publicSize(size: PictureSize, largestPx: PublicEdge | null): PictureSize {
  if (largestPx === null || (size !== "original" && VARIANT_EDGE_PX[size] <= largestPx)) return size;
  return VARIANTS.findLast((variant) => VARIANT_EDGE_PX[variant] <= largestPx) ?? "medium";
}
/** `hdr` is a JPEG with a gain map, of these sizes and only of files that have one. */
export const PICTURE_FORMATS = ["jpeg", "avif", "hdr"] as const;
export const HDR_SIZES = ["medium", "large", "xlarge"] as const satisfies readonly PictureSize[];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Pictures of the site itself, which are no photos of the library. */
export const SITE_PICTURE_KINDS = ["portrait", "logo", "icon"] as const;
export type SitePictureKind = (typeof SITE_PICTURE_KINDS)[number];

export const TITLE_MAX_CHARS = 200;
export const SLUG_MAX_CHARS = 80;
export const TEXT_MAX_CHARS = 5_000;
export const TAG_MAX_CHARS = 64;
export const TAGS_MAX = 50;
export const MESSAGE_MAX_CHARS = 10_000;
/** Of all visitors together: more are refused. A third as many are mailed; the others follow in the next hours. */
export const MESSAGES_PER_HOUR = 90;
export const MAILED_MESSAGES_PER_HOUR = 30;
export const ABOUT_MAX_CHARS = 10_000;
export const SOCIAL_MAX_LINKS = 20;
/** Albums of one photo. */
export const ALBUMS_MAX = 1_000;
export const BULK_MAX_PHOTOS = 20_000;
export const PAGE_MAX_PHOTOS = 500;
export const PAGE_MAX_IDS = 50_000;
export const ACTIVITY_PAGE_MAX = 200;

export const NAME_MAX_CHARS = 100;
export const PASSKEY_NAME_MAX_CHARS = 100;
export const PASSWORD_MIN_CHARS = 10;
export const PASSWORD_MAX_CHARS = 200;
/** Of a new one: those from before may have four. Guesses are limited, so it may be as short as a PIN. */
export const ROOM_PASSWORD_MIN_CHARS = 6;
export const ROOM_NAME_MAX_CHARS = 200;
/** What visitors of a room may download, each including the one before it. */
export const ROOM_DOWNLOADS = ["none", "large", "original"] as const;
export type RoomDownload = (typeof ROOM_DOWNLOADS)[number];
/** As a ZIP: for the web, large, full size for printing, and the files as they were uploaded. */
export const DELIVERY_SIZES = ["web", "large", "print", "original"] as const;
export type DeliverySize = (typeof DELIVERY_SIZES)[number];
export const WEB_EDGE_PX = 2048;
/** What a room that offers a download of this kind has. */
export const DELIVERIES: Record<RoomDownload, readonly DeliverySize[]> = {
  none: [],
  large: ["web", "large"],
  original: DELIVERY_SIZES,
};
/** Whether everyone who has the link makes one selection together, or each person one under a name. */
export const ROOM_VOICES = ["shared", "named"] as const;
export type RoomVoices = (typeof ROOM_VOICES)[number];
/** A strip is a poor tool to choose from more. */
export const ROOM_STRIP_MAX_PHOTOS = 40;
/** How a visitor wants to see rooms: `strip` or `grid`. */
export const ROOM_VIEW_COOKIE = "room_view";
export const ROOM_VOICES_MAX = 1_000;
export const ROOM_EDGES_PX = [1200, 2400] as const;
export type RoomEdge = (typeof ROOM_EDGES_PX)[number];
export const WATERMARK_MAX_CHARS = 60;
export const SELECTION_STATES = ["none", "open", "sent"] as const;
export const MARK_LABELS = ["red", "yellow", "green", "blue", "purple"] as const;
export type MarkLabel = (typeof MARK_LABELS)[number];
export const RATING_MAX = 5;
export const VERDICTS = ["approved", "changes"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Of one voice on one photo. */
export const PINS_MAX = 50;

/** What a program may do with a token of the account: read albums and photos, or also publish. Endpoints name theirs. */
export const TOKEN_SCOPES = ["read", "publish"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKEN_NAME_MAX_CHARS = 100;
export const TOKEN_IDLE_DAYS = 30;
/** After its first use, however often it is used. */
export const TOKEN_MAX_DAYS = 180;
export const VARIANT_MAX_ATTEMPTS = 3;

export const UPLOAD_SUCCESS_DELAY_MS = 2_000;
export const BATCH_REFRESH_DELAY_MS = 2_000;
export const COMPLETION_GREEN_PERCENT = 95;
export const COMPLETION_YELLOW_PERCENT = 75;
export const ADMIN_TOKEN_KEY = "admin_token";

/** Days after which photos in the trash are deleted permanently. 0, the default, is never. */
export const TRASH_RETENTION_DAYS = [0, 30, 60, 90] as const;
export type TrashRetentionDays = (typeof TRASH_RETENTION_DAYS)[number];

/** Days after which what visitors wrote is deleted. 0, the default, is never. */
export const VISITOR_DATA_DAYS = [0, 30, 90, 180, 365] as const;
export type VisitorDataDays = (typeof VISITOR_DATA_DAYS)[number];
