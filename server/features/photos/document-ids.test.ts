import sharp from "sharp";
import { expect, test } from "vitest";
import { listPhotos } from "../../../contract/photos.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { writeSetting } from "../../library/settings.queries.ts";
import { readEarlier } from "./document-ids.ts";

const withXmp = (attributes: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#385" } })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" rdf:about="" ${attributes}/></rdf:RDF></x:xmpmeta>`,
    )
    .jpeg()
    .toBuffer();

test("a photo has the id of the document that its file was made from, and is found by it", async () => {
  const server = await shareTestServer();
  const both = `xmpMM:DocumentID="xmp.did:2" xmpMM:OriginalDocumentID="ABC &amp; 1"`;
  const files = [
    { name: "both.jpg", bytes: await withXmp(both) },
    { name: "one.jpg", bytes: await withXmp(`xmpMM:OriginalDocumentID="" xmpMM:DocumentID="xmp.did:7"`) },
    { name: "none.jpg", bytes: await withXmp("") },
  ];
  const { body } = await upload(server.admin, await server.seed.album(), files);
  expect(body.photos.map(({ document_id }) => document_id)).toEqual(["ABC & 1", "xmp.did:7", null]);
  const { photos } = await server.admin.call(listPhotos, { query: { document_id: "xmp.did:7" } });
  expect(photos.map(({ filename }) => filename)).toEqual(["one.jpg"]);
});

test("the ids of earlier photos are read from their files, once", async () => {
  const { deps, seed, admin } = await shareTestServer();
  const bytes = await withXmp(`xmpMM:DocumentID="xmp.did:7"`);
  const { id } = await seed.picture({}, bytes);
  const lost = await seed.photo();
  await writeSetting(deps.db, "document_ids_below", String(lost.id + 1));
  const newer = await seed.picture({}, bytes);

  await readEarlier(deps, new AbortController().signal);

  const { photos } = await admin.call(listPhotos);
  const idOf = new Map(photos.map((photo) => [photo.id, photo.document_id]));
  expect([idOf.get(id), idOf.get(lost.id), idOf.get(newer.id)]).toEqual(["xmp.did:7", null, null]);
  await deps.db.updateTable("photo").set({ document_id: null }).execute();
  await readEarlier(deps, new AbortController().signal);
  expect((await admin.call(listPhotos)).photos.every((photo) => photo.document_id === null)).toBe(true);
});
