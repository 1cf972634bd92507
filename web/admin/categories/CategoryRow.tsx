import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import type { AdminCategory } from "../../../contract/categories.ts";
import { readablePath } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { EyeIcon, HiddenIcon, MoreIcon, PhotoIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useDeleteCategory, useUpdateCategory } from "../actions/categories.ts";
import { shownCategoriesQuery } from "../data/categories.api.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { MoveToDialog } from "../reorder/MoveToDialog.tsx";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import styles from "./Categories.module.css";
import { CategoryCoverDialog } from "./CategoryCoverDialog.tsx";
import { type CategoryFields, CategoryFormDialog } from "./CategoryFormDialog.tsx";

type CategoryRowProps = {
  category: AdminCategory;
  position: Pick<ComponentProps<typeof MoveToDialog>, "position" | "positions" | "onMove">;
  isLast: boolean;
};

export function CategoryRow({ category, position, isLast }: CategoryRowProps) {
  const { frameRef, frameStyle, handleRef, handleProps } = useSortableTile(category.key);
  const [opened, setOpened] = useState<"edit" | "cover" | "move" | null>(null);
  const close = () => setOpened(null);
  const update = useUpdateCategory();
  const edit = useUpdateCategory();
  const remove = useDeleteCategory();
  const isEmpty = category.album_count === 0 && category.photo_count === 0;

  const entries: MenuEntry[] = [
    {
      label: "Edit category…",
      onSelect: () => {
        // It may still show why the last edit was refused.
        edit.reset();
        setOpened("edit");
      },
    },
    { label: "Choose cover…", icon: <PhotoIcon />, onSelect: () => setOpened("cover") },
    { label: "Change position…", onSelect: () => setOpened("move") },
    {
      label: isEmpty && !isLast ? "Delete category" : `Delete category (${isLast ? "the last one" : "not empty"})`,
      icon: <TrashIcon />,
      isDisabled: !isEmpty || isLast,
      onSelect: () => remove.mutate({ category }),
    },
  ];

  return (
    <li ref={frameRef} style={frameStyle} className={styles.row}>
      <button type="button" ref={handleRef} className={styles.handle} {...handleProps}>
        <CategoryFacts category={category} />
      </button>
      <HiddenButton
        category={category}
        onToggle={() => update.mutate({ category, change: { hidden: !category.hidden } })}
      />
      <Menu label={`Actions for ${category.name}`} icon={<MoreIcon />} entries={entries} />
      {opened === "edit" && (
        <CategoryFormDialog
          heading={`Edit ${category.name}`}
          submitLabel="Save"
          of={`category-${category.id}`}
          initial={{ name: category.name, key: category.key, description: category.description }}
          error={edit.error}
          isSaving={edit.isPending}
          onSubmit={async (fields) => {
            const change = changedFields(category, fields);
            if (Object.keys(change).length === 0) close();
            else await edit.mutateAsync({ category, change, isInForm: true }, { onSuccess: close });
          }}
          onClose={close}
        />
      )}
      {opened === "cover" && (
        <CategoryCoverDialog
          category={category}
          onChoose={(cover_photo_id) => {
            close();
            update.mutate({ category, change: { cover_photo_id } });
          }}
          onClose={close}
        />
      )}
      {opened === "move" && <MoveToDialog title={category.name} {...position} onClose={close} />}
    </li>
  );
}

/** The row's content, also shown under the pointer during a drag. */
export function CategoryFacts({ category: { key, name, url, album_count, photo_count } }: { category: AdminCategory }) {
  const { data: shown } = useQuery(shownCategoriesQuery);
  const cover = shown?.[key]?.cover;
  const albums = album_count === 1 ? "1 album" : `${album_count} albums`;
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        <span className={styles.url}>{readablePath(url)}</span>
        <span className={styles.separator}> · </span>
        <span>{`${albums} · ${countPhotos(photo_count)}`}</span>
      </span>
      <span className={styles.cover}>{cover && <img src={cover.image_urls.thumb} alt="" />}</span>
    </>
  );
}

function HiddenButton({ category: { name, hidden }, onToggle }: { category: AdminCategory; onToggle: () => void }) {
  const word = hidden ? "Hidden" : "Shown";
  const next = hidden ? "Show it to visitors" : "Hide it from visitors";
  return (
    <Button
      icon={hidden ? <HiddenIcon /> : <EyeIcon />}
      aria-label={`${word}. ${next}: ${name}`}
      title={next}
      onClick={onToggle}
    >
      {word}
    </Button>
  );
}

const changedFields = (category: AdminCategory, fields: CategoryFields): Partial<CategoryFields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== category[field as keyof CategoryFields]),
  );
