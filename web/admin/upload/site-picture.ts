import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import type { SitePictureKind } from "../../../contract/limits.ts";
import type { AdminSite } from "../../../contract/site.ts";
import * as contract from "../../../contract/site-pictures.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { siteQuery } from "../data/site.api.ts";
import { sendForm } from "./send-form.ts";

const NAMES: Record<SitePictureKind, string> = { portrait: "Portrait", logo: "Logo", icon: "Icon" };

type Change = { file: File } | { focalPoint: FocalPoint } | "remove";

/** The site's portrait, logo or icon. */
export function useSitePicture(kind: SitePictureKind) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    scope: { id: "site" },
    mutationFn: async (change: Change): Promise<AdminSite> => {
      const params = { kind };
      if (change === "remove") return (await call(contract.deleteSitePicture, { params })).site;
      if ("file" in change) return send(kind, change.file);
      return (await call(contract.cropSitePicture, { params, body: { focal_point: change.focalPoint } })).site;
    },
    onSuccess: (site, change) => {
      client.setQueryData(siteQuery.queryKey, site);
      toast({ message: `${NAMES[kind]} ${change === "remove" ? "removed" : "changed"}` });
    },
  });
}

async function send(kind: SitePictureKind, file: File): Promise<AdminSite> {
  const form = new FormData();
  form.append("image", file);
  const path = `/admin/site/${kind}`;
  const { status, body } = await sendForm<{ site: AdminSite }>({ method: "POST", path, form });
  if (body.site) return body.site;
  throw new Error(body.errors?.image?.[0] ?? body.message ?? `The server responded with status ${status}.`);
}
