import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId } from "react";
import { TAG_MAX_CHARS } from "../../../contract/limits.ts";
import { type AdminPhoto, changeOf, type PhotoId } from "../../../contract/photos.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import type { PhotoEdit } from "../data/photo-edits.ts";
import { tagsQuery } from "../data/photos.api.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { statusOf, useDraft } from "../drafts/use-draft.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";
import { describeDraft } from "./photo-draft.ts";
import { sharedTags } from "./shared-value.ts";

/** Suggests the tags in use. With several photos, a tag that only some have is dashed. */
export function TagsField({ ids, photos }: { ids: PhotoId[]; photos: AdminPhoto[] }) {
  const { edit } = useEditPhotos({ isQuiet: true });
  const { edit: remove, status: removal } = useEditPhotos({ isQuiet: true });
  const { data: tagsInUse = [] } = useQuery(tagsQuery);
  const suggestionsId = useId();
  const tags = sharedTags(photos);

  const add = (typed: string) => {
    const onAll = tags.filter(({ isOnAll }) => isOnAll).map(({ tag }) => tag);
    const added = splitTags(typed).filter((tag) => !onAll.includes(tag));
    return added.length > 0 ? edit(ids, addition(photos, ids, added)) : undefined;
  };
  const draft = useDraft({
    ...describeDraft(ids, photos, "tag"),
    field: "tags",
    saved: "",
    save: add,
    // For the next tag, which may be typed before the server has this one.
    isEmptiedAtOnce: true,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== ",")) return;
    event.preventDefault();
    void draft.save();
  };

  return (
    <PanelField
      label="Tags"
      status={draft.state === "idle" ? removal : statusOf(draft)}
      error={draft.reason}
      note={(controlId) => <DraftNote draft={draft} noun="tag" controlId={controlId} />}
    >
      {(labelled) => (
        <>
          {tags.length > 0 && (
            <ul className={styles.tags}>
              {tags.map(({ tag, isOnAll }) => (
                <li
                  key={tag}
                  className={isOnAll ? undefined : styles.onSome}
                  title={isOnAll ? undefined : "Only on some of these photos"}
                >
                  <span>{tag}</span>
                  <IconButton
                    label={`Remove tag ${tag}`}
                    icon={<CloseIcon />}
                    onClick={() => remove(ids, removalOf(photos, ids, tag))}
                  />
                </li>
              ))}
            </ul>
          )}
          <input
            {...labelled}
            list={suggestionsId}
            value={draft.text}
            maxLength={TAG_MAX_CHARS}
            placeholder="Add a tag"
            autoComplete="off"
            onChange={(event) => draft.type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={draft.onBlur}
            {...draft.untouched}
          />
          <datalist id={suggestionsId}>
            {tagsInUse.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      )}
    </PanelField>
  );
}

/** A single photo's tags are replaced; several photos keep their other tags. */
function addition([photo]: AdminPhoto[], ids: PhotoId[], added: string[]): PhotoEdit {
  return ids.length === 1 && photo ? { change: changeOf("tags", [...photo.tags, ...added]) } : { addTags: added };
}

function removalOf([photo]: AdminPhoto[], ids: PhotoId[], tag: string): PhotoEdit {
  if (ids.length > 1 || !photo) return { removeTags: [tag] };
  return {
    change: changeOf(
      "tags",
      photo.tags.filter((other) => other !== tag),
    ),
  };
}

/** Several may be pasted, or return together to their field. */
const splitTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];
