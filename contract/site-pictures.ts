import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FocalPoint } from "./focal-point.ts";
import { SITE_PICTURE_KINDS } from "./limits.ts";
import { AdminSite } from "./site.ts";

const params = z.object({ kind: z.enum(SITE_PICTURE_KINDS) });

export const uploadSitePicture = endpoint({
  method: "POST",
  path: "/admin/site/:kind",
  summary: "Give the site a portrait, a logo or an icon. It is not a photo of the library",
  params,
  files: "image",
  response: z.object({ site: AdminSite }),
});

export const cropSitePicture = endpoint({
  method: "PUT",
  path: "/admin/site/:kind",
  summary: "Choose what its crops keep in view",
  params,
  body: z.object({ focal_point: FocalPoint.nullable() }),
  response: z.object({ site: AdminSite }),
});

export const deleteSitePicture = endpoint({
  method: "DELETE",
  path: "/admin/site/:kind",
  summary: "Remove the site's portrait, logo or icon",
  params,
  response: z.object({ site: AdminSite }),
});
