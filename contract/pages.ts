import type { Album } from "./albums.ts";
import type { CategoryEntry } from "./categories.ts";
import type { Photo, SHOWN_FIELDS } from "./photos.ts";
import type { VisitorSelection } from "./room-marks.ts";
import type { VisitedRoom } from "./room-visits.ts";
import type { Panel } from "./sequences.ts";
import type { Site } from "./site.ts";
import type { Block, WrittenPage } from "./written-pages.ts";

/** Everything a public page shows: rendered by the server, embedded as JSON, and served as JSON at `paths.content`. */
export type PageContent =
  | { page: "home"; categories: ShownCategory[]; selected: ShownAlbum[] }
  /** The home page with a featured photo, or with all of them one after the other. */
  | { page: "showcase"; kind: "photo" | "slideshow"; linked_photos: LinkedPhoto[] }
  | { page: "category"; category: string; name: string; description: string; albums: ShownAlbum[] }
  /** `is_home`: the owner chose it for the home page. `is_draft`: shown to those who have its link. */
  | ({ page: "album"; is_home?: true; is_draft?: true } & AlbumPhotos)
  /** `home_path` is the photo's page in its home album, where that is another one. */
  | ({ page: "photo"; photo_id: number; home_path?: string; is_draft?: true } & AlbumPhotos)
  | { page: "tag"; tag: string; linked_photos: LinkedPhoto[]; total: number }
  | { page: "written"; written: ShownWrittenPage }
  | { page: "journal"; entries: JournalItem[] }
  | { page: "contact"; portrait: ShownPhoto | null; form: ContactFormState | null }
  | ({ page: "room"; photo_id: number | null } & RoomContent)
  /** A room that opens with a password. `refusal` says what was wrong with the last one. */
  | { page: "locked-room"; url: string; refusal: string | null; cover: string | null; welcome: string }
  /** The same for a room that is closed or expired, and for a link that never was one. */
  | { page: "closed-room" }
  | { page: "not-found"; message: string; linked_photos: LinkedPhoto[] }
  /** The server could not read what the page shows. */
  | { page: "failed"; message: string };

/** Pages of viewing rooms, which have a program of their own. */
export type RoomPageContent = Extract<PageContent, { page: "room" | "locked-room" | "closed-room" }>;
export const isRoomPage = (content: PageContent): content is RoomPageContent => content.page.endsWith("room");

/** Null on the page while the form is off. */
export type ContactFormState = {
  /** Signed, for one message. */
  value: string;
  is_sent: boolean;
  /** What is wrong, by field, with what was sent. */
  errors: Partial<Record<"name" | "email" | "message" | "form", string>>;
  values: Partial<Record<"name" | "email" | "message", string>>;
};

/** The part of a photo that public pages need. */
export type ShownPhoto = Pick<Photo, (typeof SHOWN_FIELDS)[number]> & {
  room_pictures?: RoomPictures;
  /** In a room: the file was replaced since the round before. `lost`: what it was is no longer kept. */
  change?: "shown" | "lost";
};

/** Where a room's pictures are, whether the full-size ones are among them, and whether they have a watermark. */
export type RoomPictures = { base: string; has_original: boolean; is_marked?: boolean };

export type ShownAlbum = Album & { cover: ShownPhoto | null };
export type ShownCategory = Omit<CategoryEntry, "cover" | "position"> & { key: string; cover: ShownPhoto | null };

/** A photo outside its album's page, with the way there. */
export type LinkedPhoto = { photo: ShownPhoto; url: string; album_title: string };

/** A page or a journal entry, with what its reader may see of it. */
export type ShownWrittenPage = Pick<
  WrittenPage,
  "id" | "kind" | "title" | "summary" | "published_on" | "changed_on"
> & {
  /** Its summary, else the beginning of its text. */
  excerpt: string;
  blocks: ShownBlock[];
  /** Of an entry: those beside it in the journal. */
  newer?: MenuPage;
  older?: MenuPage;
};
export type ShownBlock =
  | Extract<Block, { kind: "heading" | "text" | "quote" | "entries" }>
  | { kind: "photos"; photos: LinkedPhoto[]; caption: string }
  | { kind: "album"; album: ShownAlbum };

/** An entry in the list of the journal. */
export type JournalItem = Pick<WrittenPage, "id" | "title" | "url" | "published_on"> & {
  cover: ShownPhoto | null;
  excerpt: string;
};

/** The categories and then the pages, each in the owner's order. The journal is the last page while it has an entry. */
export type Menu = { categories: MenuCategory[]; pages: MenuPage[] };
export type MenuPage = { title: string; url: string };
/** With its first albums, and how many more there are. */
export type MenuCategory = {
  key: string;
  name: string;
  url: string;
  albums: { title: string; url: string }[];
  more: number;
};

/**
 * An album's photos, or a run of them: a single photo's page carries only its neighbours, so that its weight does not
 * grow with the album. `offset` is the index of the first one in the album.
 */
export type AlbumPhotos = {
  album: Album;
  photos: ShownPhoto[];
  panels?: ShownLine;
  offset: number;
  is_whole: boolean;
  /** Where the strip leads after its last photo; null where the category has no other album to show. */
  next_album: ShownAlbum | null;
};

/** The panels that the photos are in, in the same order. Left out where each photo is a panel of its own and nothing else is. */
export type ShownLine = Panel[] | undefined;

/** What the strip and the viewer need to know about the photos that they show. */
export type PhotoSet = Pick<Album, "title" | "description" | "url" | "photo_count">;

/** How a room shows its photos, and which: those that are marked, or those that are not yet. */
export type RoomView = "strip" | "grid";
export type RoomShow = "all" | "chosen" | "open";

export type RoomContent = {
  album: PhotoSet;
  photos: ShownPhoto[];
  panels?: ShownLine;
  room: VisitedRoom;
  voice: { name: string } | null;
  view: RoomView;
  show: RoomShow;
  selection: VisitorSelection;
  /** Why the form that was sent changed nothing, in a browser without JavaScript. */
  refusal: string | null;
};

export type PageData = { path: string; site: Site; menu: Menu; content: PageContent };

/** The exports of the built gallery-server entry. */
export type GalleryServer = {
  /** The markup that goes inside the root element. */
  renderPage(data: PageData): string;
  describePage(site: Site, content: PageContent): PageDescription;
};

export type PageDescription = {
  title: string;
  description: string;
  /** The first picture on the page, for a preload in the head. */
  lead_picture: { srcset: string; sizes: string } | null;
};
