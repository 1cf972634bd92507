import { matchPath, replace } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { isSessionAccepted, returnPath } from "../data/session.api.ts";

/**
 * The login ends the session, but not because another site led here: any page on the web could then sign the owner out. Only
 * the document itself can be opened from elsewhere, so this is decided once; from then on the rule holds in this tab, too.
 */
export function keepSessionFromElsewhere() {
  let isUndecided = matchPath(paths.admin.login, location.pathname) !== null && isOpenedFromElsewhere();
  return async ({ request }: { request: Request }) => {
    if (!isUndecided) return null;
    isUndecided = false;
    return (await isSessionAccepted()) ? replace(returnPath(new URL(request.url).searchParams)) : null;
  };
}

function isOpenedFromElsewhere(): boolean {
  const [opening] = performance.getEntriesByType("navigation");
  // Another site can go back too, and a restored tab was opened by nobody.
  if (opening instanceof PerformanceNavigationTiming && opening.type === "back_forward") return true;
  if (document.getElementById("root")?.dataset.fromElsewhere !== undefined) return true;
  // Over plain http and in old browsers the server is not told where the person came from.
  return document.referrer !== "" && new URL(document.referrer).origin !== location.origin;
}
