import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { TAG_MAX_CHARS } from "../../../contract/limits.ts";
import { type AdminPhoto, changeOf, type PhotoId } from "../../../contract/photos.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import type { PhotoEdit } from "../data/photo-edits.ts";
import { tagsQuery } from "../data/photos.api.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";
import { sharedTags } from "./shared-value.ts";

/** Suggests the tags in use. With several photos, a tag that only some have is dashed. */
export function TagsField({ ids, photos }: { ids: PhotoId[]; photos: AdminPhoto[] }) {
  const { edit, status } = useEditPhotos({ isQuiet: true });
  const { data: tagsInUse = [] } = useQuery(tagsQuery);
  const [draft, setDraft] = useState("");
  const suggestionsId = useId();
  const tags = sharedTags(photos);

  const add = () => {
    const tag = draft.trim();
    setDraft("");
    const isOnAll = tags.some((shared) => shared.tag === tag && shared.isOnAll);
    if (tag !== "" && !isOnAll) void edit(ids, addition(photos, ids, tag));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && draft !== "") {
      event.stopPropagation();
      event.preventDefault();
      setDraft("");
    }
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    add();
  };

  return (
    <PanelField label="Tags" status={status}>
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
                    onClick={() => edit(ids, removal(photos, ids, tag))}
                  />
                </li>
              ))}
            </ul>
          )}
          <input
            {...labelled}
            list={suggestionsId}
            value={draft}
            maxLength={TAG_MAX_CHARS}
            placeholder="Add a tag"
            autoComplete="off"
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            data-saved={draft === "" ? true : undefined}
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
function addition([photo]: AdminPhoto[], ids: PhotoId[], tag: string): PhotoEdit {
  return ids.length === 1 && photo ? { change: changeOf("tags", [...photo.tags, tag]) } : { addTags: [tag] };
}

function removal([photo]: AdminPhoto[], ids: PhotoId[], tag: string): PhotoEdit {
  if (ids.length > 1 || !photo) return { removeTags: [tag] };
  return {
    change: changeOf(
      "tags",
      photo.tags.filter((other) => other !== tag),
    ),
  };
}
