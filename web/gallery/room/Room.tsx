import type { PageContent, PageData } from "../../../contract/pages.ts";
import { CrashBoundary } from "../failure/CrashBoundary.tsx";
import { GalleryRouter } from "../router/GalleryRouter.tsx";
import type { Location } from "../router/history.ts";
import type { LoadError } from "../router/load.ts";
import { useShown } from "../router/use-router.ts";
import { ClosedRoomPage } from "./ClosedRoomPage.tsx";
import { LockedRoomPage } from "./LockedRoomPage.tsx";
import { RoomPage } from "./RoomPage.tsx";

/** A viewing room, in a frame of its own, without the site's menu. The same on the server and in the browser. */
export function Room({ page, location }: { page: PageData; location: Location }) {
  return (
    <GalleryRouter page={page} location={location}>
      <Screen />
    </GalleryRouter>
  );
}

function Screen() {
  const { content } = useShown();
  return (
    <CrashBoundary page={content}>
      <Page content={content} />
    </CrashBoundary>
  );
}

function Page({ content }: { content: PageContent | LoadError }) {
  if (!("page" in content)) return null;
  switch (content.page) {
    case "room":
      return <RoomPage content={content} />;
    case "locked-room":
      return <LockedRoomPage content={content} />;
    default:
      return <ClosedRoomPage />;
  }
}
