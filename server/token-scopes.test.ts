import { expect, test } from "vitest";
import { addToken } from "../contract/tokens.ts";
import { createClient } from "../rig/client.ts";
import { shareTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";

/**
 * What a token needs for each call that needs one. A new call is in none of these lists, which this test refuses: the person who
 * adds it decides here.
 */
const SCOPES = {
  read: `listAlbums getAdminAlbum listAlbumPhotos listAdminCategories listPhotos listPhotoIds getPhoto getSequence`,
  publish: `createAlbum updateAlbum reorderAlbums reorderFeaturedAlbums addAlbumPhotos removeAlbumPhoto
    reorderAlbumPhotos saveSequence uploadPhotos createUpload describeUploads continueUpload endUpload getUpload
    countUploads findDuplicates replaceFile revertFile updatePhoto bulkPhotos trashPhoto restorePhoto restoreTrash
    reorderFavorites reorderFeatured reorderQuickCollection clearQuickCollection`,
  none: `previewAlbum endPreviews previewVersion inviteVoice deleteVoice startRound cropSitePicture deleteSitePicture uploadSitePicture
    createWrittenPage listWrittenPages getWrittenPage updateWrittenPage deleteWrittenPage reorderWrittenPages
    getWrittenPageVersion listWrittenPageVersions
    getUser logout getAccount updateAccount changePassword endSession endOtherSessions addToken removeToken
    getInbox getLightroomPlugin getConfirmationOptions getPasskeyOptions addPasskey removePasskey listActivity deleteAlbum createCategory
    updateCategory reorderCategories deleteCategory downloadQuickCollection downloadLibrary getFirstSteps
    updateFirstSteps listMessages updateMessage deleteMessage getSummary listEquipment listTags getBatchStatus
    listBatchFailures startBatch getDiskUse createRoom listRooms getRoom updateRoom deleteRoom getSelectionTable
    getSelectionSidecars reopenSelection createVersion renameVersion publishVersion deleteVersion getSiteSettings
    updateSite getStorage getVersion listChanges getVisitorData changeVisitorData deletePhotoPermanently emptyTrash getTrashRetention setTrashRetention`,
};

type Operation = { operationId: string; security: object[]; "x-token-scope"?: string };
type Call = { operationId: string; method: string; url: string };

test("every call of the API is in the table, and its scope is enforced", async () => {
  const { admin, visitor, url } = await shareTestServer();
  // The shape is checked in openapi.test.ts.
  const document = (await (await visitor.fetch("/api/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const calls: Record<string, Call[]> = { read: [], publish: [], none: [] };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, security, ...operation }] of Object.entries(operations)) {
      if (security.length === 0) continue;
      const call = { operationId, method: method.toUpperCase(), url: path.replace(/\{\w+\}/g, "999999") };
      calls[operation["x-token-scope"] ?? "none"]?.push(call);
    }
  }
  for (const [scope, names] of Object.entries(SCOPES)) {
    expect(calls[scope]?.map(({ operationId }) => operationId).sort()).toEqual(names.split(/\s+/).sort());
  }

  const tokens = { read: ["read"], publish: ["read", "publish"] } as const;
  for (const [scope, allowed] of Object.entries(tokens)) {
    const body = { name: scope, scope: scope as "read" | "publish", current_password: ADMIN.password };
    const program = createClient(url, (await admin.call(addToken, { body })).token);
    for (const [needed, of] of Object.entries(calls)) {
      for (const { method, url } of of) {
        const methods = method === "GET" ? ["GET", "HEAD"] : [method];
        for (const asked of methods) {
          const response = await program.fetch(url, { method: asked });
          const isRefused = !(allowed as readonly string[]).includes(needed);
          expect([scope, asked, url, response.status === 403]).toEqual([scope, asked, url, isRefused]);
          if (!isRefused || asked === "HEAD") continue;
          expect(await response.json()).toMatchObject({ success: false, code: "TOKEN_SCOPE" });
        }
      }
    }
  }
});
