import { useQuery } from "@tanstack/react-query";
import type { PageId } from "../../../contract/written-pages.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { latestPageQuery } from "../data/pages.api.ts";
import { contentOf, plainText } from "./content.ts";
import styles from "./PageEditor.module.css";
import type { PageContentState } from "./use-page-content.ts";

/** Both texts, and a button to keep either. The other one stays: among the versions, or until it is overwritten here. */
export function ConflictDialog({ id, state }: { id: PageId; state: PageContentState }) {
  const { data: theirs } = useQuery(latestPageQuery(id));
  return (
    <Dialog
      title="This page was changed in another window"
      width="wide"
      // Neither text is lost by waiting, but nothing is saved until one is chosen.
      onClose={() => {}}
      actions={
        <>
          <Button onClick={() => void state.takeTheirs()}>Keep the other text</Button>
          <Button kind="primary" onClick={() => void state.keepMine()}>
            Keep my text
          </Button>
        </>
      }
    >
      <p>Nothing is lost: if you keep your text, the other one is among the earlier versions.</p>
      <div className={styles.versions}>
        <section aria-label="Your text">
          <h3>Your text</h3>
          <div className={styles.words}>{plainText(state.content)}</div>
        </section>
        <section aria-label="The other text">
          <h3>The other text</h3>
          <div className={styles.words}>{theirs ? plainText(contentOf(theirs)) : <Loading />}</div>
        </section>
      </div>
    </Dialog>
  );
}
