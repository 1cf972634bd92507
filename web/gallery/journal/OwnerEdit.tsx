import { paths } from "../../../contract/paths.ts";
import { useIsOwner } from "../page/use-is-owner.ts";
import styles from "./WrittenPage.module.css";

/** For the signed-in owner: opens the editor at the block in view. Visitors never see it. */
export function OwnerEdit({ id }: { id: number }) {
  const isOwner = useIsOwner();
  if (!isOwner) return null;
  return (
    <a
      className={styles.edit}
      href={paths.admin.page(id)}
      onClick={({ currentTarget }) => {
        currentTarget.hash = `block-${blockInView()}`;
      }}
    >
      Edit
    </a>
  );
}

/** The first one whose lower half is below the header. The title is before them all. */
function blockInView(): number {
  const [, ...blocks] = document.querySelectorAll("article > *");
  const index = blocks.findIndex((block) => {
    const { top, bottom } = block.getBoundingClientRect();
    return (top + bottom) / 2 > 80;
  });
  return Math.max(index, 0);
}
