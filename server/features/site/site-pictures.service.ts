import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import { bytesOfMb, type PictureSize, type SitePictureKind } from "../../../contract/limits.ts";
import type { AdminSite, SitePicture } from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { invalid, notFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import type { EmblemPlan, MadePictures } from "../../platform/images/images.ts";
import type { IncomingFile } from "../uploads/uploads.form.ts";
import { failure, receiveFile } from "../uploads/uploads.service.ts";
import { getSiteSettings } from "./site.service.ts";
import * as queries from "./site-pictures.queries.ts";

/** What exports write, and crops are made of again. */
export const WHOLE: Record<SitePictureKind, string> = { portrait: "large.jpg", logo: "whole.png", icon: "whole.png" };
const whole: EmblemPlan = { name: "whole.png", width: 1200, height: 1200, fit: "inside" };
const square = (edge: number): EmblemPlan => ({ name: `${edge}.png`, width: edge, height: edge, fit: "fill" });

type Plan = { sizes: readonly PictureSize[]; formats: readonly ("jpeg" | "avif")[]; emblems: readonly EmblemPlan[] };
const PLANS: Record<SitePictureKind, Plan> = {
  portrait: { sizes: ["small", "medium", "large"], formats: ["jpeg", "avif"], emblems: [] },
  logo: {
    sizes: ["large"],
    formats: [],
    emblems: [
      whole,
      // Three times as dense as the header shows it.
      { name: "header.png", width: 720, height: 144, fit: "inside" },
      { name: "card.png", width: 1200, height: 630, fit: "card", isOpaque: true },
    ],
  },
  // Browser tabs, then iOS, which shows what is transparent as black, then Android.
  icon: {
    sizes: ["large"],
    formats: [],
    emblems: [whole, square(32), { ...square(180), isOpaque: true }, square(192), square(512)],
  },
};

/** Passes the same checks as an upload, in the same processes. Throws when the form has no image, or one that is refused. */
export async function setSitePicture(
  deps: Deps,
  kind: SitePictureKind,
  files: AsyncIterable<IncomingFile>,
  by: Actor,
): Promise<AdminSite> {
  let path: string | undefined;
  try {
    for await (const file of files) {
      if (path !== undefined) throw invalid({ image: ["Choose one image"] });
      const received = await receiveFile(deps, file);
      if (!received.ok) throw refused(received.error);
      path = received.value.path;
      const { upload_max_mb } = deps.site.current();
      if (received.value.isTooLarge) throw invalid({ image: [`The file is larger than ${upload_max_mb}MB.`] });
    }
    if (path === undefined) throw invalid({ image: ["Choose an image"] });
    await storeSitePicture(deps, kind, path, by);
  } finally {
    if (path !== undefined) await deps.storage.removeTemp(path);
  }
  return getSiteSettings(deps);
}

/** A file on the local disk. */
export async function storeSitePicture(
  deps: Deps,
  kind: SitePictureKind,
  path: string,
  by: Actor,
  focal_point: FocalPoint | null = null,
): Promise<void> {
  const made = await make(deps, kind, path, focal_point);
  await store(deps, kind, made, { focal_point, by });
}

/** The portrait is cropped by the page; icons are made again. */
export async function cropSitePicture(
  deps: Deps,
  kind: SitePictureKind,
  focal_point: FocalPoint | null,
  by: Actor,
): Promise<AdminSite> {
  const picture = deps.site.current().pictures[kind];
  const content = picture && (await readSiteFile(deps, kind, WHOLE[kind]));
  if (!picture || !content) throw notFound();
  if (kind === "icon") {
    const path = await deps.storage.writeTemp(Readable.from([content]));
    try {
      await store(deps, kind, await make(deps, kind, path, focal_point), { focal_point, by });
    } finally {
      await deps.storage.removeTemp(path);
    }
  } else {
    await deps.site.change((site) => {
      const now = site.pictures[kind];
      return { ...site, pictures: { ...site.pictures, [kind]: now && { ...now, focal_point } } };
    });
  }
  return getSiteSettings(deps);
}

export async function deleteSitePicture(deps: Deps, kind: SitePictureKind, by: Actor): Promise<AdminSite> {
  await deps.site.change(async (site, trx) => {
    await queries.deleteFiles(trx, kind);
    if (site.pictures[kind]) await recordActivity({ db: trx, now: deps.now }, { ...changed(kind), ...by });
    return { ...site, pictures: { ...site.pictures, [kind]: null } };
  });
  return getSiteSettings(deps);
}

/** Undefined when there is no such file. */
export async function readSiteFile(
  { db }: Pick<Deps, "db">,
  kind: SitePictureKind,
  file: string,
): Promise<Buffer | undefined> {
  const content = await queries.findContent(db, kind, file);
  return content === undefined ? undefined : Buffer.from(content, "base64");
}

async function make(deps: Deps, kind: SitePictureKind, path: string, focalPoint: FocalPoint | null) {
  const { upload_max_mb, accepts_heic: acceptsHeic } = deps.site.current();
  const options = { ...PLANS[kind], focalPoint, acceptsHeic, maxBytes: bytesOfMb(upload_max_mb) };
  try {
    return await deps.images.make(path, PLANS[kind].sizes, options);
  } catch (error) {
    throw refused(failure(deps, kind, error).error);
  }
}

const refused = ({ error, error_details: { suggestion = "" } }: ReturnType<typeof failure>["error"]) =>
  invalid({ image: [[error, suggestion].filter(Boolean).join(" ")] });

const EXTENSIONS = { jpeg: "jpg", avif: "avif", hdr: "hdr.jpg" };

/** Files and setting in one commit, so that no page names what is not there. */
async function store(
  deps: Deps,
  kind: SitePictureKind,
  { facts, pictures, emblems }: MadePictures,
  { focal_point, by }: { focal_point: FocalPoint | null; by: Actor },
): Promise<void> {
  const files = [
    ...pictures.map(({ size, format, bytes }) => ({ file: `${size}.${EXTENSIONS[format]}`, bytes })),
    ...emblems.map(({ name, bytes }) => ({ file: name, bytes })),
  ];
  const hash = createHash("sha256");
  for (const { bytes } of files) hash.update(bytes);
  const version = hash.digest("hex").slice(0, 12);
  const picture: SitePicture = { version, width: facts.width, height: facts.height, focal_point };
  await deps.site.change(async (site, trx) => {
    await queries.deleteFiles(trx, kind);
    for (const { file, bytes } of files) {
      await queries.insertFile(trx, { kind, file, content: Buffer.from(bytes).toString("base64") });
    }
    await recordActivity({ db: trx, now: deps.now }, { ...changed(kind), ...by });
    return { ...site, pictures: { ...site.pictures, [kind]: picture } };
  });
}

const changed = (kind: SitePictureKind) => ({ action: "settings-changed" as const, detail: { fields: kind } });
