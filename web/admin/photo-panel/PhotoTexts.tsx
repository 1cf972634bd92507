import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { TextField } from "./TextField.tsx";

/** Texts that are written for one photo after the other. */
export type PhotoText = "title" | "caption" | "alt";

type PhotoTextsProps = {
  ids: PhotoId[];
  photos: AdminPhoto[];
  /** The field that takes the focus when the photo appears. */
  dueField: PhotoText | null;
  /** Goes on to the same text of the next photo. Undefined with several photos. */
  onNext: ((field: PhotoText) => void) | undefined;
};

const ALT_HINT = "What the photo shows, for people who cannot see it. Without it, pages use the title.";
const NEXT_HINT = "Enter goes on to the next photo; in title and caption, Ctrl or ⌘ and Enter.";

/** What the owner writes about a photo, in the panel and in the loupe. */
export function PhotoTexts({ dueField, onNext, ...selected }: PhotoTextsProps) {
  const field = (name: PhotoText) => ({
    ...selected,
    field: name,
    isDue: dueField === name,
    onNext: onNext && (() => onNext(name)),
  });
  return (
    <>
      <TextField {...field("title")} maxChars={TITLE_MAX_CHARS} placeholder="Add a title" />
      <TextField {...field("caption")} maxChars={TEXT_MAX_CHARS} placeholder="Add a caption" isMultiline />
      <TextField
        {...field("alt")}
        maxChars={TEXT_MAX_CHARS}
        placeholder="Describe the photo"
        hint={onNext ? `${ALT_HINT} ${NEXT_HINT}` : ALT_HINT}
        isNextOnEnter
        isMultiline
      />
    </>
  );
}
