import { TITLE_MAX_CHARS } from "../../../contract/limits.ts";

/** For searching and sorting: lower case, without accents. */
export const foldText = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** `DSC_0042-final.jpg` is shown as `DSC 0042 final`. */
export function titleOfFile(filename: string): string {
  const title = filename
    .replace(/\.[^.]*$/, "")
    .replace(/[_-]+/g, " ")
    .trim();
  return title.slice(0, TITLE_MAX_CHARS) || "Untitled";
}

type DerivedFrom = { title: string; caption: string; alt?: string | undefined; filename: string; tags: string };

/** Columns derived from others. Set them whenever one of those changes. */
export function derivedText(photo: DerivedFrom) {
  // Always written as a JSON list of strings.
  const tags = JSON.parse(photo.tags) as string[];
  return {
    search_text: foldText([photo.title, photo.caption, photo.alt ?? "", photo.filename, ...tags].join("\n")),
    title_key: foldText(photo.title),
  };
}
