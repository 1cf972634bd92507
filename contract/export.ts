import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A plain link to the ZIP cannot carry the token, so the URL is signed and short-lived. */
export const downloadLibrary = endpoint({
  method: "POST",
  path: "/admin/export/download",
  summary: "Get a URL that downloads all photos with their texts as one ZIP; the trash is left out",
  response: z.object({ url: z.string() }),
});
