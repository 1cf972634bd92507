import { z } from "zod";
import type { PhotoId } from "../../../contract/photos.ts";
import { Panel, SequenceName } from "../../../contract/sequences.ts";
import type { Deps } from "../../deps.ts";
import { photosOf, withMembers } from "../../library/orders/line.ts";
import { readExported } from "../../library/read-exported.ts";
import { createVersion, publishVersion, readSequence, renameVersion, saveSequence } from "./sequences.service.ts";

/** In the folder of each album that someone sequenced, with the versions of its line. Photos are named by their file. */
export const SEQUENCE_FILE = "sequence.json";

const [PhotosPanel, PausePanel, TextPanel] = Panel.options;
const ExportedPanel = z.discriminatedUnion("kind", [
  PhotosPanel.omit({ photo_ids: true }).extend({ files: z.array(z.string()).min(1).max(3) }),
  PausePanel,
  TextPanel,
]);
const ExportedVersion = z.object({
  name: SequenceName,
  current: z.boolean().default(false),
  panels: z.array(ExportedPanel),
});
const ExportedSequence = z.object({ vitrine: z.literal(1), versions: z.array(ExportedVersion).min(1) });

/** Undefined for an album that nobody sequenced. */
export async function exportSequence(
  deps: Deps,
  slug: string,
  fileOf: ReadonlyMap<PhotoId, string>,
): Promise<string | undefined> {
  const { versions } = await readSequence(deps, slug);
  if (versions.every(({ changed_on }) => changed_on === null)) return undefined;
  const exported: z.infer<typeof ExportedVersion>[] = [];
  for (const { id, name, current } of versions) {
    const { sequence } = await readSequence(deps, slug, id);
    const panels = sequence.panels.map((panel) => {
      if (panel.kind !== "photos") return panel;
      const { photo_ids, ...rest } = panel;
      return { ...rest, files: photo_ids.flatMap((photo) => fileOf.get(photo) ?? []) };
    });
    exported.push({ name, current, panels });
  }
  return `${JSON.stringify({ vitrine: 1, versions: exported }, null, 2)}\n`;
}

type ToImport = { path: string; json: string; idOf: ReadonlyMap<string, PhotoId>; isMissing(file: string): boolean };

/**
 * For an album that nobody has sequenced here. What the file does not name stays at the end of each version. While a file
 * is missing that it names, it is left for the import that finds it.
 */
export async function importSequence(
  deps: Deps,
  slug: string,
  { path, json, idOf, isMissing }: ToImport,
): Promise<void> {
  const { sequence: first, versions } = await readSequence(deps, slug);
  if (versions.some(({ changed_on }) => changed_on !== null)) return;
  const { versions: exported } = readExported(ExportedSequence, json, path);
  const files = exported.flatMap(({ panels }) => panels).flatMap((panel) => ("files" in panel ? panel.files : []));
  if (files.some((file) => !idOf.has(file) && isMissing(file))) return;
  const members = photosOf(first.panels);
  let current = first.version_id;
  for (const [index, version] of exported.entries()) {
    const { sequence } =
      index === 0
        ? { sequence: first }
        : { sequence: await createVersion(deps, slug, { name: version.name, from: first.version_id }) };
    const { version_id, revision } = sequence;
    const panels = withMembers(version.panels.flatMap(toPanel), members);
    await saveSequence(deps, slug, { version_id, revision, panels });
    if (index === 0) await renameVersion(deps, slug, version_id, version.name);
    if (version.current) current = version_id;
  }
  if (current !== first.version_id) await publishVersion(deps, slug, current, { actor: "import", address: "" });

  function toPanel(panel: z.infer<typeof ExportedPanel>): Panel | [] {
    if (panel.kind !== "photos") return panel;
    const photo_ids = panel.files.flatMap((file) => idOf.get(file) ?? []);
    return photo_ids.length > 0 ? { kind: "photos", photo_ids, gap: panel.gap } : [];
  }
}
