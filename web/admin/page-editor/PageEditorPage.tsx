import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { readablePath } from "../../../contract/paths.ts";
import type { PageId, WrittenPage } from "../../../contract/written-pages.ts";
import { failedWith } from "../../api/api-error.ts";
import { BlockView, PageHead } from "../../gallery/written/Blocks.tsx";
import { Button } from "../../ui/Button.tsx";
import { ExternalIcon, RedoIcon, SettingsIcon, UndoIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Options } from "../../ui/Options.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { savePage } from "../actions/pages.ts";
import { pageQuery, pageStatus } from "../data/pages.api.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { NotFoundPage } from "../layout/NotFoundPage.tsx";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { EditorCanvas } from "./EditorCanvas.tsx";
import styles from "./PageEditor.module.css";
import { PageFrame } from "./PageFrame.tsx";
import { PageSettingsDialog } from "./PageSettingsDialog.tsx";
import { type PageContentState, usePageContent } from "./use-page-content.ts";
import { useShownBlock } from "./use-shown-block.ts";
import { VersionsDialog } from "./VersionsDialog.tsx";

export function PageEditorPage() {
  // The server answers 404 to what is no id.
  const id = Number(useParams().id) as PageId;
  const { data: page, error, refetch } = useQuery(pageQuery(id));
  if (failedWith(error, "PAGE_NOT_FOUND", "NOT_FOUND")) return <NotFoundPage />;
  if (!page && error) {
    return (
      <AdminPage title="Page">
        <LoadFailure title="The page could not be loaded" error={error} onRetry={refetch} />
      </AdminPage>
    );
  }
  if (!page) return <Loading />;
  return <PageEditor key={page.id} page={page} />;
}

type View = "desktop" | "phone" | "preview";
const VIEWS: Record<View, string> = { desktop: "Desktop", phone: "Phone", preview: "Preview" };

function PageEditor({ page }: { page: WrittenPage }) {
  const state = usePageContent(page);
  const { draft, content } = state;
  const [view, setView] = useState<View>(() => (matchMedia("(max-width: 600px)").matches ? "phone" : "desktop"));
  const [opened, setOpened] = useState<"settings" | "versions" | null>(null);
  useScrollToBlock(content.blocks.length);

  return (
    <AdminPage
      title={page.title}
      subtitle={`${page.kind === "entry" ? "Journal entry" : "Page"} · ${readablePath(page.url)} · ${pageStatus(page)}`}
      actions={
        <>
          <span className={styles.state} role="status">
            {STATES[draft.state]}
          </span>
          <Button icon={<UndoIcon />} aria-label="Undo" title="Undo" disabled={!state.undo} onClick={state.undo} />
          <Button icon={<RedoIcon />} aria-label="Redo" title="Redo" disabled={!state.redo} onClick={state.redo} />
          <select
            className={styles.viewChoice}
            aria-label="View"
            value={view}
            onChange={({ target }) => setView(target.value as View)}
          >
            <Options entries={Object.entries(VIEWS)} />
          </select>
          <Button onClick={() => setOpened("versions")}>Versions</Button>
          <Button icon={<SettingsIcon />} onClick={() => setOpened("settings")}>
            Settings
          </Button>
          {page.status === "public" && (
            <a className={styles.view} href={page.url} target="_blank" rel="noopener">
              <ExternalIcon /> View
            </a>
          )}
          <PublishButton page={page} state={state} />
        </>
      }
    >
      <div className={styles.editor} id="page-content">
        <DraftNote draft={draft} noun="page" controlId="page-content" />
        <PageFrame title={`${page.title}, as visitors see it`} device={view === "phone" ? "phone" : "desktop"}>
          {view === "preview" ? <Preview page={page} state={state} /> : <EditorCanvas page={page} state={state} />}
        </PageFrame>
      </div>
      {opened === "settings" && <PageSettingsDialog page={page} onClose={() => setOpened(null)} />}
      {opened === "versions" && (
        <VersionsDialog
          page={page}
          onRestore={(version) => {
            setOpened(null);
            state.change(version, "Earlier version restored");
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {state.conflict && <ConflictDialog id={page.id} state={state} />}
    </AdminPage>
  );
}

const STATES: Record<PageContentState["draft"]["state"], string> = {
  idle: "",
  typing: "",
  saving: "Saving...",
  saved: "Saved",
  unsaved: "Not saved",
};

function PublishButton({ page, state }: { page: WrittenPage; state: PageContentState }) {
  const client = useQueryClient();
  const toast = useToast();
  const set = async (status: WrittenPage["status"]) => {
    await state.draft.save();
    const now = client.getQueryData(pageQuery(page.id).queryKey) ?? page;
    await savePage(client, now, { status }).then(
      () => toast({ message: status === "public" ? `${page.title} published` : `${page.title} is a draft` }),
      (error: Error) => toast({ tone: "error", message: `${page.title} was not changed: ${error.message}` }),
    );
  };
  if (page.status === "public") return <Button onClick={() => void set("draft")}>Unpublish</Button>;
  return (
    <Button kind="primary" onClick={() => void set("public")}>
      Publish
    </Button>
  );
}

/** Exactly what visitors get. */
function Preview({ page, state }: { page: WrittenPage; state: PageContentState }) {
  const { title, blocks } = state.content;
  const lead = blocks.slice(0, 2).findIndex(({ kind }) => kind === "photos");
  return (
    <article>
      <PageHead kind={page.kind} title={title} published_on={page.published_on} />
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move here
        <PreviewBlock key={index} block={block} isLead={index === lead} />
      ))}
    </article>
  );
}

function PreviewBlock({ block, isLead }: { block: WrittenPage["blocks"][number]; isLead: boolean }) {
  const { shown } = useShownBlock(block);
  return shown && <BlockView block={shown} isLead={isLead} />;
}

/** "Edit" on the public page leads to the block that was in view there. */
function useScrollToBlock(count: number) {
  useEffect(() => {
    const [, index] = /^#block-(\d+)$/.exec(location.hash) ?? [];
    if (index === undefined || count === 0) return;
    const timer = setInterval(() => {
      const page = document.querySelector("iframe")?.contentDocument;
      const block = page?.querySelectorAll<HTMLElement>(".editor-block")[Number(index)];
      if (!block) return;
      clearInterval(timer);
      block.scrollIntoView({ block: "center" });
      block.focus({ preventScroll: true });
    }, 100);
    return () => clearInterval(timer);
  }, [count]);
}
