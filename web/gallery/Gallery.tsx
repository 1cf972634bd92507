import { isRoomPage, type PageContent, type PageData } from "../../contract/pages.ts";
import { AlbumPage } from "./album/AlbumPage.tsx";
import { CategoryPage } from "./category/CategoryPage.tsx";
import { CrashBoundary } from "./failure/CrashBoundary.tsx";
import { PageFailure } from "./failure/PageFailure.tsx";
import { HomePage } from "./home/HomePage.tsx";
import { GalleryLayout } from "./layout/GalleryLayout.tsx";
import { NotFoundPage } from "./not-found/NotFoundPage.tsx";
import { GalleryRouter } from "./router/GalleryRouter.tsx";
import type { Location } from "./router/history.ts";
import { LoadError } from "./router/load.ts";
import { ownPageOf } from "./router/program-pages.ts";
import { useShown } from "./router/use-router.ts";
import { TagPage } from "./tag/TagPage.tsx";

/** The public site, starting with one page. The same on the server and in the browser. */
export function Gallery({ page, location }: { page: PageData; location: Location }) {
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
      <GalleryLayout>
        <Page content={content} />
      </GalleryLayout>
    </CrashBoundary>
  );
}

function Page({ content }: { content: PageContent | LoadError }) {
  if (content instanceof LoadError) return <PageFailure message={content.message} />;
  // Room.tsx shows those.
  if (isRoomPage(content)) return null;
  switch (content.page) {
    case "home":
      return <HomePage content={content} />;
    case "category":
      return <CategoryPage content={content} />;
    // The viewer opens over its album, so that the strip has not moved when the viewer closes.
    case "album":
    case "photo":
      return <AlbumPage content={content} />;
    case "tag":
      return <TagPage content={content} />;
    case "showcase":
    case "contact":
    case "written":
    case "journal": {
      const OwnPage = ownPageOf(content);
      return OwnPage && <OwnPage key={"kind" in content ? content.kind : content.page} content={content} />;
    }
    case "not-found":
      return <NotFoundPage message={content.message} photos={content.linked_photos} />;
    case "failed":
      return <PageFailure message={content.message} isFromServer />;
  }
}
