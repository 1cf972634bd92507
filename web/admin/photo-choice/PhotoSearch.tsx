import styles from "./PhotoSearch.module.css";

export function PhotoSearch({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  return (
    <input
      type="search"
      className={styles.search}
      aria-label="Search photos"
      placeholder="Search by title, tag or file name"
      data-focus-first
      value={text}
      onChange={({ target }) => onSearch(target.value)}
    />
  );
}
