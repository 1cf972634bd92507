import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { PageKind } from "../../../contract/limits.ts";
import { paths, readablePath } from "../../../contract/paths.ts";
import type { PageId, WrittenPageInList } from "../../../contract/written-pages.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { PlusIcon, TrashIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { type NewPage, useCreatePage, useDeletePage, useReorderPages } from "../actions/pages.ts";
import { pageStatus, pagesQuery } from "../data/pages.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { movedTo } from "../reorder/order.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import { AddPageDialog } from "./AddPageDialog.tsx";
import { PageSuggestions } from "./PageSuggestions.tsx";
import styles from "./Pages.module.css";

/** The pages that the owner writes, in the order of the menu, and the journal. */
export function PagesPage() {
  const { data: pages, error, refetch } = useQuery(pagesQuery);
  const add = useAddPage();
  const [adding, setAdding] = useState<PageKind | null>(null);
  const own = pages?.filter(({ kind }) => kind === "page") ?? [];
  const entries = pages?.filter(({ kind }) => kind === "entry") ?? [];

  return (
    <AdminPage
      title="Pages"
      subtitle="Pages and journal entries that you write"
      actions={
        <>
          <Button icon={<PlusIcon />} onClick={() => setAdding("entry")}>
            Add entry
          </Button>
          <Button kind="primary" icon={<PlusIcon />} onClick={() => setAdding("page")}>
            Add page
          </Button>
        </>
      }
    >
      {error && !pages && <LoadFailure title="The pages could not be loaded" error={error} onRetry={refetch} />}
      {!pages && !error && <Loading />}
      {pages && own.length === 0 && <PageSuggestions onAdd={add} />}
      {own.length > 0 && (
        <section className={styles.section}>
          <h2>Pages, in the order of the menu</h2>
          <PageList pages={own} />
        </section>
      )}
      {pages && (
        <section className={styles.section}>
          <h2>Journal</h2>
          {entries.length === 0 && (
            <p className={styles.none}>
              There are no entries yet. The first one adds Journal to the menu of your site.
            </p>
          )}
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.id} className={styles.row}>
                <PageTexts page={entry} />
                <DeleteButton page={entry} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {adding && (
        <AddPageDialog kind={adding} onAdd={(title) => add({ kind: adding, title })} onClose={() => setAdding(null)} />
      )}
    </AdminPage>
  );
}

/** Makes a draft, and opens it. */
function useAddPage() {
  const navigate = useNavigate();
  const create = useCreatePage();
  return (body: NewPage) =>
    create.mutateAsync(body, { onSuccess: ({ page }) => void navigate(paths.admin.page(page.id)) });
}

function PageList({ pages }: { pages: WrittenPageInList[] }) {
  const reorder = useReorderPages();
  const ids = pages.map(({ id }) => id);
  const byId = new Map(pages.map((page) => [page.id, page]));
  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => byId.get(id)?.title ?? ""}
      onMove={(moving: PageId[], index) => reorder(movedTo(ids, moving, index))}
      renderDragged={(id) => <div className={styles.row}>{byId.get(id)?.title}</div>}
    >
      {(shown) => (
        <ul className={styles.list} aria-label="Pages">
          {shown.map((id) => {
            const page = byId.get(id);
            return page && <PageRow key={id} page={page} />;
          })}
        </ul>
      )}
    </SortableArea>
  );
}

function PageRow({ page }: { page: WrittenPageInList }) {
  const { frameRef, frameStyle, handleRef, handleProps } = useSortableTile(page.id);
  return (
    <li ref={frameRef} style={frameStyle} className={styles.row}>
      <button
        type="button"
        ref={handleRef}
        className={styles.handle}
        aria-label={`Move ${page.title}`}
        {...handleProps}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <PageTexts page={page} />
      <DeleteButton page={page} />
    </li>
  );
}

function PageTexts({ page }: { page: WrittenPageInList }) {
  const { id, title, url, kind, in_menu, published_on } = page;
  const facts = [
    readablePath(url),
    pageStatus(page),
    kind === "page" && !in_menu && "not in the menu",
    kind === "entry" && published_on && formatDateTime(published_on),
  ];
  return (
    <span className={styles.texts}>
      <Link to={paths.admin.page(id)}>{title}</Link>
      <span className={styles.facts}>{facts.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

function DeleteButton({ page }: { page: WrittenPageInList }) {
  const remove = useDeletePage();
  const confirm = useConfirm();
  const ask = async () => {
    const question = `Delete “${page.title}” with its earlier versions? This cannot be undone.`;
    if (
      await confirm({
        title: page.kind === "entry" ? "Delete entry?" : "Delete page?",
        question,
        confirmLabel: "Delete",
      })
    )
      remove.mutate(page);
  };
  return <IconButton label={`Delete ${page.title}`} icon={<TrashIcon />} onClick={() => void ask()} />;
}
