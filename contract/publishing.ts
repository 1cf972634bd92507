import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getLightroomPlugin = endpoint({
  method: "GET",
  path: "/admin/publishing/lightroom.zip",
  summary: "The plug-in for Lightroom Classic that publishes to this site",
  response: z.object({}),
  file: "application/zip",
});
