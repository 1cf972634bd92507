import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCategory } from "../../../contract/categories.ts";
import { Button } from "../../ui/Button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useCreateCategory, useReorderCategories } from "../actions/categories.ts";
import { categoriesQuery } from "../data/categories.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { movedTo } from "../reorder/order.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import styles from "./Categories.module.css";
import { CategoryFormDialog } from "./CategoryFormDialog.tsx";
import { CategoryFacts, CategoryRow } from "./CategoryRow.tsx";

export function CategoriesPage() {
  const { data: categories, error, refetch } = useQuery(categoriesQuery);
  const create = useCreateCategory();
  const [isAdding, setAdding] = useState(false);

  return (
    <AdminPage
      title="Categories"
      subtitle="The sections of your site, in the order of its menu"
      actions={
        <Button
          kind="primary"
          icon={<PlusIcon />}
          onClick={() => {
            create.reset();
            setAdding(true);
          }}
        >
          Add category
        </Button>
      }
    >
      {categories && <CategoryList categories={categories} />}
      {!categories && !error && <Loading />}
      {!categories && error && (
        <LoadFailure title="The categories could not be loaded" error={error} onRetry={refetch} />
      )}
      {isAdding && (
        <CategoryFormDialog
          heading="Add category"
          submitLabel="Add category"
          of="new-category"
          initial={{ name: "" }}
          error={create.error}
          isSaving={create.isPending}
          onSubmit={({ name }) => create.mutateAsync({ name }, { onSuccess: () => setAdding(false) })}
          onClose={() => setAdding(false)}
        />
      )}
    </AdminPage>
  );
}

function CategoryList({ categories }: { categories: AdminCategory[] }) {
  const reorder = useReorderCategories();
  const keys = categories.map(({ key }) => key);
  const byKey = new Map(categories.map((category) => [category.key, category]));
  const move = (moving: string[], index: number) => reorder(movedTo(keys, moving, index));

  return (
    <SortableArea
      ids={keys}
      titleOf={(key) => byKey.get(key)?.name ?? ""}
      onMove={move}
      renderDragged={(key) => {
        const category = byKey.get(key);
        return (
          category && (
            <div className={styles.dragged}>
              <CategoryFacts category={category} />
            </div>
          )
        );
      }}
    >
      {(shownKeys) => (
        <ul className={styles.list} aria-label="Categories">
          {shownKeys.map((key, index) => {
            const category = byKey.get(key);
            if (!category) return null;
            const position = { position: index + 1, positions: keys.length, onMove: (to: number) => move([key], to) };
            return <CategoryRow key={category.id} category={category} position={position} isLast={keys.length === 1} />;
          })}
        </ul>
      )}
    </SortableArea>
  );
}
