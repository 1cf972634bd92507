import { useRouteLoaderData } from "react-router";
import type { Site } from "../../../contract/site.ts";

export function useSite(): Site {
  // The "site" route is the parent of every page, and its loader returns exactly this.
  return useRouteLoaderData("site") as Site;
}
