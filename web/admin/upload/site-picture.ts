import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Failure } from "../../../contract/errors.ts";
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
  const response = await sendForm({ method: "POST", path, form, file, onProgress: () => {} });
  if (response.outcome !== "responded") throw new Error("The connection to the server was lost. Try again.");
  const { site, errors, message } = parse(response.text);
  if (site) return site;
  throw new Error(errors?.image?.[0] ?? message ?? `The server responded with status ${response.status}.`);
}

function parse(text: string): Partial<Pick<Failure, "message" | "errors">> & { site?: AdminSite } {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page, for example; the status has to do.
    return {};
  }
}
