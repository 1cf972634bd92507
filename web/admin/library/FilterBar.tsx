import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { VISIBILITY } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { albumsQuery } from "../data/albums.api.ts";
import { useCategories } from "../data/categories.api.ts";
import { equipmentQuery, tagsQuery } from "../data/photos.api.ts";
import { summaryQuery } from "../data/session.api.ts";
import { SearchBox } from "../page/SearchBox.tsx";
import styles from "./FilterBar.module.css";
import { CAMERA_FILTERS, type FilterName, SHOWS, type useLibraryFilter } from "./library-filter.ts";

type LibraryFilter = ReturnType<typeof useLibraryFilter>;

const NEWEST_FIRST = [{ value: "", label: "Newest first" }];
const BEST_FIRST = [
  { value: "", label: "Best match" },
  { value: "newest", label: "Newest first" },
];
const OTHER_SORTS = [
  { value: "oldest", label: "Oldest first" },
  { value: "captured", label: "Capture time" },
  { value: "title", label: "Title" },
];

export function FilterBar({ filter }: { filter: LibraryFilter }) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const categories = useCategories();
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: counts } = useQuery(summaryQuery);
  const shows = SHOWS.map(({ value, label }) => ({
    value,
    label: value === "needs_alt" && counts ? `${label} (${counts.needs_alt.toLocaleString("en")})` : label,
  }));
  const isInUse = CAMERA_FILTERS.some((name) => filter.chosen(name) !== "");
  const [isMoreShown, setMoreShown] = useState(isInUse);
  const category = filter.chosen("category");
  const fitting = albums.filter((album) => category === "" || album.category === category);

  return (
    <search className={styles.bar}>
      <SearchBox label="Search photos" text={filter.chosen("q")} onSearch={(text) => filter.choose("q", text)} />
      <Choice
        filter={filter}
        name="category"
        label="Category"
        all="All"
        choices={categories.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <Choice
        filter={filter}
        name="album"
        label="Album"
        all="All"
        choices={fitting.map(({ slug, title }) => ({ value: slug, label: title }))}
      />
      <Choice filter={filter} name="show" label="Collection" all="All" choices={shows} />
      <Choice
        filter={filter}
        name="visibility"
        label="Visibility"
        all="All"
        choices={[
          { value: String(VISIBILITY.public), label: "Public" },
          { value: String(VISIBILITY.private), label: "Private" },
        ]}
      />
      {tags.length > 0 && (
        <Choice
          filter={filter}
          name="tag"
          label="Tag"
          all="All"
          choices={tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }))}
        />
      )}
      <Button kind="quiet" aria-expanded={isMoreShown || isInUse} onClick={() => setMoreShown(!isMoreShown)}>
        Camera and date
      </Button>
      {(isMoreShown || isInUse) && <CameraFilters filter={filter} />}
    </search>
  );
}

function CameraFilters({ filter }: { filter: LibraryFilter }) {
  const { data: equipment } = useQuery(equipmentQuery);
  const choicesOf = (list: { name: string; count: number }[] = []) =>
    list.map(({ name, count }) => ({ value: name, label: `${name} (${count.toLocaleString("en")})` }));
  return (
    <fieldset className={styles.more}>
      <legend>Camera and date</legend>
      <Choice filter={filter} name="camera" label="Camera" all="All" choices={choicesOf(equipment?.cameras)} />
      <Choice filter={filter} name="lens" label="Lens" all="All" choices={choicesOf(equipment?.lenses)} />
      <DateChoice filter={filter} name="from" label="Captured from" />
      <DateChoice filter={filter} name="to" label="Captured until" />
    </fieldset>
  );
}

/** A year that is still being typed is a valid one of the first millennium. */
const EARLIEST = "1800-01-01";

function DateChoice({ filter, name, label }: { filter: LibraryFilter; name: "from" | "to"; label: string }) {
  const chosen = filter.chosen(name);
  return (
    <label className={styles.date}>
      <span>{label}</span>
      <input
        // Not controlled: React would clear a date that is half typed. Clearing the filters clears it too.
        key={chosen === "" ? "empty" : "chosen"}
        type="date"
        min={EARLIEST}
        defaultValue={chosen}
        className={chosen === "" ? undefined : styles.narrowing}
        onChange={({ target }) => {
          const isWhole = target.value >= EARLIEST || (target.value === "" && !target.validity.badInput);
          if (isWhole) filter.choose(name, target.value);
        }}
      />
    </label>
  );
}

export function SortChoice({ filter }: { filter: LibraryFilter }) {
  // Photos with the same file are next to each other, in no other order.
  if (filter.chosen("show") === "duplicates") return null;
  const choices = [...(filter.chosen("q") === "" ? NEWEST_FIRST : BEST_FIRST), ...OTHER_SORTS];
  return (
    <span className={styles.sort} data-of-grid>
      <Choice filter={filter} name="sort" label="Sort" choices={choices} />
    </span>
  );
}

type ChoiceProps = {
  filter: LibraryFilter;
  name: FilterName;
  label: string;
  /** The choice that filters nothing. */
  all?: string;
  choices: readonly { value: string; label: string }[];
};

function Choice({ filter, name, label, all, choices }: ChoiceProps) {
  const id = useId();
  const chosen = filter.chosen(name);
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={all && chosen !== "" ? styles.narrowing : undefined}
        value={chosen}
        onChange={(event) => filter.choose(name, event.target.value)}
      >
        {all && <option value="">{all}</option>}
        {choices.map(({ value, label }) => (
          // Chromium widens the select for a new option, not for a longer label.
          <option key={`${value} ${label}`} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
