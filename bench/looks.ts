import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CAPTION_PLACES,
  HOME_KINDS,
  MARGINS,
  PAPER_TINTS,
  SCHEMES,
  TITLE_PLACES,
  TYPEFACE_NAMES,
  TYPEFACES,
} from "../contract/look.ts";
import { updatePhoto } from "../contract/photos.ts";
import { updateSite } from "../contract/site.ts";
import { runLighthouse } from "../rig/lighthouse.ts";
import { atLeast, type Measure, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";

/** With hardly more contrast than an accent must have. */
const ACCENT = "#8a8a8a";
/** Nothing is measured but accessibility, which a slow network would only delay. */
const OPTIONS = ["--only-categories=accessibility", "--throttling-method=provided"];

/** The promise: Lighthouse finds no fault in the accessibility of any look, on each kind of page. */
const folder = await mkdtemp(join(tmpdir(), "vitrine-looks-"));
const site = await startSite();
try {
  const album = await site.album("Harbour", { category: "urban", description: "Made over three winters." });
  const photos = await site.photos(album, [{ name: "one.jpg" }, { name: "two.jpg" }, { name: "three.jpg" }]);
  for (const { id } of photos) await site.admin.call(updatePhoto, { params: { id }, body: { featured: true } });
  const about = "I take photographs.\n\nMore at https://example.com.";
  await site.admin.call(updateSite, { body: { about, email: "mira@example.com", contact_form: true } });

  const measures: Measure[] = [];
  for (const typeface of TYPEFACES) {
    for (const scheme of SCHEMES) {
      // Each tint and each home page with several typefaces, in both schemes.
      const turn = measures.length;
      const look = {
        paper: PAPER_TINTS[(turn + Math.floor(turn / 3)) % PAPER_TINTS.length],
        margin: MARGINS[turn % 2],
        captions: CAPTION_PLACES[turn % 2],
        titles: TITLE_PLACES[Math.floor(turn / 2) % 2],
      };
      const home = { kind: HOME_KINDS[turn % HOME_KINDS.length], album_id: album.id };
      await site.admin.call(updateSite, { body: { home, look: { ...look, typeface, scheme, accent: ACCENT } } });
      const scores: number[] = [];
      for (const path of ["/", album.url, "/contact"]) {
        const { categories, audits } = await runLighthouse(site.url + path, join(folder, "report.json"), OPTIONS);
        const score = categories.accessibility.score * 100;
        scores.push(score);
        if (score === 100) continue;
        const faults = Object.values(audits).filter((audit) => audit.score === 0);
        console.log(`${path}: ${faults.map(({ title }) => title).join("; ")}`);
      }
      measures.push(atLeast(`${TYPEFACE_NAMES[typeface]}, ${scheme}`, Math.min(...scores), 100));
    }
  }
  report("Lighthouse accessibility of every look: the lowest score of home, album and contact", measures);
} finally {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}
