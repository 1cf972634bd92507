import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WrittenPage } from "../../../contract/written-pages.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatMoment } from "../../ui/format-date.ts";
import { Loading } from "../../ui/Loading.tsx";
import { pageVersionQuery, pageVersionsQuery } from "../data/pages.api.ts";
import { type Content, contentOf, plainText } from "./content.ts";
import styles from "./PageEditor.module.css";

type VersionsDialogProps = { page: WrittenPage; onRestore: (content: Content) => void; onClose: () => void };

/** The last earlier versions, to look at and to restore. A restore can be undone like any other change. */
export function VersionsDialog({ page, onRestore, onClose }: VersionsDialogProps) {
  const { data: versions, error } = useQuery(pageVersionsQuery(page.id));
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? versions?.[0]?.id ?? null;
  const { data: version } = useQuery({ ...pageVersionQuery(page.id, id ?? 0), enabled: id !== null });
  const content = version && contentOf(version);
  return (
    <Dialog
      title="Earlier versions"
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" disabled={!content} onClick={() => content && onRestore(content)}>
            Restore this version
          </Button>
        </>
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!versions && !error && <Loading />}
      {versions?.length === 0 && <p>There are no earlier versions yet. From now on, the last thirty are kept.</p>}
      {versions && versions.length > 0 && (
        <div className={styles.versions}>
          <fieldset className={styles.moments}>
            <legend className="visually-hidden">Version</legend>
            {versions.map((each) => (
              <label key={each.id}>
                <input
                  type="radio"
                  name="version"
                  data-focus-first={each.id === id || undefined}
                  checked={each.id === id}
                  onChange={() => setChosen(each.id)}
                />
                {formatMoment(Date.parse(each.saved_on))}
              </label>
            ))}
          </fieldset>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls */}
          <section className={styles.words} tabIndex={0} aria-label="Text of this version">
            {content ? plainText(content) : <Loading />}
          </section>
        </div>
      )}
    </Dialog>
  );
}
