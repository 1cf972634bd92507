/** What Takeout adds to the name of an edited photo, in the languages of its owners. */
const EDITED =
  /-(edited|bearbeitet|modifié|editado|ha editado|editat|modificato|bewerkt|edytowane|redigerad|redigeret|redigert|muokattu|編集済み)(?=(\(\d+\))?\.\w+$)/i;
const NUMBER = /^(.*)(\(\d+\))(\.\w+)$/s;
/** Of a JSON file's name, without `.json`. */
const MAX_CHARS = 46;
const SUFFIX = ".supplemental-metadata";

/** The original of an edited photo. Undefined for any other. */
export function withoutEdit(file: string): string | undefined {
  const normal = file.normalize("NFC");
  return EDITED.test(normal) ? normal.replace(EDITED, "") : undefined;
}

/**
 * The names that a photo's JSON file may have. It is named after the photo, since 2024 with a suffix, and cut to 46
 * characters: `IMG_1.jpg.json`, `IMG_1.jpg.supplemental-metadata.json`, `IMG_1.jpg.suppl.json`. A number of the photo comes
 * last: that of `IMG_1(2).jpg` is `IMG_1.jpg(2).json`. A photo that was uploaded without an extension has one, and its JSON file
 * does not.
 */
export function sidecarNames(photo: string): string[] {
  const [, stem, number, extension] = NUMBER.exec(photo) ?? [];
  const named = (name: string, last = "") =>
    [name, name.replace(/\.\w+$/, "")].flatMap((each) => [
      `${(each + SUFFIX).slice(0, MAX_CHARS)}${last}.json`,
      `${each.slice(0, MAX_CHARS)}${last}.json`,
    ]);
  const numbered = [...named(photo), ...(stem === undefined ? [] : named(`${stem}${extension}`, number))];
  // Of two photos with a long name, sometimes only the first has one.
  const long = stem !== undefined && stem.length >= MAX_CHARS - 1 ? [`${stem.slice(0, MAX_CHARS)}.json`] : [];
  return [...numbered, ...long];
}
