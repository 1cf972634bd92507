import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { countOf } from "../command/count-of.ts";
import { type ForeignAlbum, type ForeignLibrary, type ForeignPhoto, PICTURE, utcTime } from "./foreign-library.ts";
import { plainText } from "./plain-text.ts";
import { childText, readXml, type XmlNode } from "./xml.ts";

const UPLOADS = "wp-content/uploads";
/** How a text shows a picture: a gallery, a block, an image of the editor, or its address. */
const SHOWN =
  /\[gallery\b([^[\]]*)\]|<!-- wp:(?:gallery|image) (\{[^<>]*?\}) |\bwp-image-(\d+)|\/uploads\/([^"'\s)?<>]{1,300}\.(?:jpe?g|png|gif|webp|heic))/gi;
const NO_ALBUMS = /^(attachment|revision|nav_menu_item|wp_.*|custom_css|customize_changeset|oembed_cache)$/;

type Post = { node: XmlNode; id: string; meta: Map<string, string> };

/** The export of WordPress (Tools, Export, All content): each post or page with pictures is an album. */
export function readWordPress(text: string, name: string, folder: string): ForeignLibrary {
  const channel = readXml(text, name).children.find((child) => child.name === "channel");
  if (!channel?.children.some((child) => child.name === "wp:wxr_version")) {
    throw new CannotStartError(`${name} is not an export of WordPress`);
  }
  const items = channel.children.filter((child) => child.name === "item").map(postOf);
  const attachments = items.filter(({ node }) => childText(node, "wp:post_type") === "attachment");
  const pictures = new Map(attachments.flatMap((post) => describePicture(post, folder)));
  const shown = findShown(attachments, pictures);
  const left_out: string[] = [];
  const posts: ForeignAlbum[] = [];
  const newestFirst = items.toSorted((a, b) =>
    childText(b.node, "wp:post_date").localeCompare(childText(a.node, "wp:post_date")),
  );
  for (const post of newestFirst) {
    if (NO_ALBUMS.test(childText(post.node, "wp:post_type"))) continue;
    const photos = shown(post);
    if (photos.length === 0) continue;
    if (childText(post.node, "wp:status") === "trash")
      left_out.push(`${childText(post.node, "title")}: is in the trash`);
    else posts.push(describePost(post, photos));
    const tags = termsOf(post.node, "post_tag").map(({ text }) => text);
    for (const id of photos) pictures.get(id)?.tags?.push(...tags);
  }
  const used = new Set(posts.flatMap(({ photos }) => photos));
  const photos = new Map([...pictures].filter(([id]) => used.has(id)));
  if (photos.size < attachments.length) {
    left_out.push(`${countOf(attachments.length - photos.size, "file")} of the media library that no post shows`);
  }
  return { albums: [...sectionsOf(channel, posts), ...posts], photos, left_out };
}

const postOf = (node: XmlNode): Post => ({
  node,
  id: childText(node, "wp:post_id"),
  meta: new Map(
    node.children
      .filter(({ name }) => name === "wp:postmeta")
      .map((meta) => [childText(meta, "wp:meta_key"), childText(meta, "wp:meta_value")]),
  ),
});

/** Below the folder of uploads. Early versions kept where that folder was on the server, and some exports have the address alone. */
const fileOf = ({ node, meta }: Pick<Post, "node" | "meta">): string =>
  (meta.get("_wp_attached_file") || childText(node, "wp:attachment_url")).replace(/^.*\/uploads\//, "");

function describePicture({ node, id, meta }: Post, folder: string): [string, ForeignPhoto][] {
  const attached = fileOf({ node, meta });
  if (!PICTURE.test(attached)) return [];
  // Of a large upload, WordPress shows a smaller copy and keeps the original next to it.
  const original = /"original_image";s:\d+:"([^"/\\]+)"/.exec(meta.get("_wp_attachment_metadata") ?? "")?.[1];
  const whole = original === undefined ? attached : join(dirname(attached), original);
  const file = join(UPLOADS, existsSync(join(folder, UPLOADS, whole)) ? whole : attached);
  const uploaded_on = utcTime(childText(node, "wp:post_date_gmt"));
  return [
    [
      id,
      {
        file,
        filename: basename(file),
        title: plainText(childText(node, "title")),
        caption: plainText(childText(node, "excerpt:encoded") || childText(node, "content:encoded")),
        alt: meta.get("_wp_attachment_image_alt") ?? "",
        tags: [],
        ...(uploaded_on && { uploaded_on }),
        addresses: [...addressOf(node), `/?attachment_id=${id}`],
      },
    ],
  ];
}

/** The pictures that a post shows, in order. */
function findShown(attachments: readonly Post[], pictures: ReadonlyMap<string, ForeignPhoto>) {
  const byFile = new Map(attachments.map((post) => [fileOf(post), post.id]));
  const byParent = Map.groupBy(attachments, ({ node }) => childText(node, "wp:post_parent"));
  /** Of a copy too, as `tram-300x200.jpg`. */
  const idOfFile = (path: string) =>
    byFile.get(path) ??
    byFile.get(path.replace(/-\d+x\d+(\.\w+)$/, "$1")) ??
    byFile.get(path.replace(/(-\d+x\d+)?(\.\w+)$/, "-scaled$2")) ??
    byFile.get(path.replace(/(-\d+x\d+)?(\.\w+)$/, "-rotated$2"));
  return ({ node, id }: Post): string[] => {
    const ids = [...childText(node, "content:encoded").matchAll(SHOWN)].flatMap(([, gallery, block, image, file]) => {
      if (file !== undefined) return idOfFile(file) ?? [];
      if (image !== undefined) return image;
      if (block !== undefined) return /"ids?":\[?([\d,]+)/.exec(block)?.[1]?.split(",") ?? [];
      const named = /\b(?:ids|include)=["']?([\d,\s]+)/.exec(gallery ?? "")?.[1]?.split(/[,\s]+/);
      return named ?? inMenuOrder(byParent.get(id) ?? []);
    });
    return [...new Set(ids)].filter((each) => pictures.has(each));
  };
}

const inMenuOrder = (posts: readonly Post[]): string[] =>
  posts
    .toSorted((a, b) => Number(childText(a.node, "wp:menu_order")) - Number(childText(b.node, "wp:menu_order")))
    .map(({ id }) => id);

function describePost({ node, id, meta }: Post, photos: string[]): ForeignAlbum {
  const content = childText(node, "content:encoded")
    .replace(/\[[^[\]]*\]/g, "")
    .replace(/<figure[\s\S]*?(?:<\/figure>|$)/gi, "");
  const cover = meta.get("_thumbnail_id");
  return {
    id,
    parent: termsOf(node, "category").map(({ attributes }) => sectionId(attributes.nicename ?? ""))[0],
    title: plainText(childText(node, "title")),
    description: plainText(childText(node, "excerpt:encoded") || content),
    hidden: hiddenPost(node),
    photos,
    ...(cover !== undefined && { cover }),
    addresses: [...addressOf(node), `/?p=${id}`, `/?page_id=${id}`],
  };
}

function hiddenPost(node: XmlNode): string | undefined {
  const status = childText(node, "wp:status");
  if (childText(node, "wp:post_password") !== "") return "needed a password";
  if (status === "publish") return undefined;
  return { private: "was private", future: "was to be published later" }[status] ?? "was not published";
}

/** WordPress's categories, as albums of albums: those that a post is in, and their parents. */
function sectionsOf(channel: XmlNode, posts: readonly ForeignAlbum[]): ForeignAlbum[] {
  const all = new Map(
    channel.children
      .filter(({ name }) => name === "wp:category")
      .map((node) => [childText(node, "wp:category_nicename"), node]),
  );
  const sections = new Map<string, ForeignAlbum>();
  const add = (slug: string, below: readonly string[]): string[] => {
    const node = all.get(slug);
    if (!node || below.includes(slug) || slug === "uncategorized") return [];
    const parent = childText(node, "wp:category_parent");
    const path = [...add(parent, [...below, slug]), slug];
    const id = sectionId(slug);
    if (!sections.has(id)) {
      sections.set(id, {
        id,
        parent: sectionId(parent),
        title: plainText(childText(node, "wp:cat_name")),
        description: plainText(childText(node, "wp:category_description")),
        photos: [],
        addresses: [`/category/${path.join("/")}`, `/?cat=${childText(node, "wp:term_id")}`],
      });
    }
    return path;
  };
  for (const { parent = "" } of posts) add(parent.replace("section ", ""), []);
  return [...sections.values()];
}

/** Apart from the ids of posts. */
const sectionId = (slug: string) => `section ${slug}`;

const termsOf = (node: XmlNode, domain: string): XmlNode[] =>
  node.children.filter(({ name, attributes }) => name === "category" && attributes.domain === domain);

/** The path and query of its link. */
function addressOf(node: XmlNode): string[] {
  const link = childText(node, "link");
  if (!URL.canParse(link)) return [];
  const { pathname, search } = new URL(link);
  return pathname === "/" && search === "" ? [] : [pathname + search];
}
