import type { SitePictureKind } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import type { SitePicture, SitePictures, SitePictureUrls } from "../../../contract/site.ts";

/** What programs get for each. */
const USUAL: Record<SitePictureKind, string> = { portrait: "medium.jpg", logo: "whole.png", icon: "512.png" };

export function sitePictureUrls({ portrait, logo, icon }: SitePictures): SitePictureUrls {
  const urlOf = (kind: SitePictureKind, picture: SitePicture | null) =>
    picture && paths.sitePicture(kind, picture, USUAL[kind]);
  return {
    portrait_url: urlOf("portrait", portrait),
    logo_url: urlOf("logo", logo),
    icon_url: urlOf("icon", icon),
  };
}
