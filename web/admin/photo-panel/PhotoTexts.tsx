import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { TextField } from "./TextField.tsx";

type PhotoTextsProps = {
  ids: PhotoId[];
  photos: AdminPhoto[];
  /** The field that takes the focus when the photo appears. */
  dueField: "alt" | null;
  /** Goes on to the next photo's alt text. Undefined with several photos. */
  onNext: (() => void) | undefined;
};

const ALT_HINT = "What the photo shows, for people who cannot see it. Without it, pages use the title.";

/** What the owner writes about a photo, in the panel and in the loupe. */
export function PhotoTexts({ dueField, onNext, ...selected }: PhotoTextsProps) {
  return (
    <>
      <TextField {...selected} field="title" maxChars={TITLE_MAX_CHARS} placeholder="Add a title" />
      <TextField {...selected} field="caption" maxChars={TEXT_MAX_CHARS} placeholder="Add a caption" isMultiline />
      <TextField
        {...selected}
        field="alt"
        maxChars={TEXT_MAX_CHARS}
        placeholder="Describe the photo"
        hint={onNext ? `${ALT_HINT} Enter goes to the next photo.` : ALT_HINT}
        onNext={onNext}
        isDue={dueField === "alt"}
        isMultiline
      />
    </>
  );
}
