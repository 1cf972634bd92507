import { BLOCK_QUOTE_MAX_CHARS } from "../../../contract/limits.ts";
import type { Block } from "../../../contract/written-pages.ts";
import pageStyles from "../../gallery/written/Blocks.module.css";
import { BlockView } from "../../gallery/written/Blocks.tsx";
import { Typed } from "./BlockFields.tsx";
import { useShownBlock } from "./use-shown-block.ts";

type PhotoBlockProps = {
  block: Extract<Block, { kind: "photos" | "album" }>;
  isOpen: boolean;
  isLead: boolean;
  onChange: (block: Block, field?: string) => void;
  /** Opens the choice of photographs or of an album. */
  onReplace: () => void;
};

export function PhotoBlock({ block, isOpen, isLead, onChange, onReplace }: PhotoBlockProps) {
  const { shown, hidden, isAlbumHidden } = useShownBlock(block);
  const isPhotos = block.kind === "photos";
  return (
    <>
      {shown ? (
        <BlockView block={isOpen && shown.kind === "photos" ? { ...shown, caption: "" } : shown} isLead={isLead} />
      ) : (
        <div className={pageStyles.photos}>
          <div className="editor-photos">
            {hidden.map(({ id, title, image_urls }) => (
              <img key={id} src={image_urls.thumb} alt={title} width={300} height={300} />
            ))}
          </div>
        </div>
      )}
      {hidden.length > 0 && (
        <p className="editor-note">
          Visitors do not see {hidden.length === 1 ? "a photograph" : `${hidden.length} photographs`} of this block:
          private, in a draft, or in no album.
        </p>
      )}
      {isAlbumHidden && (
        <p className="editor-note">Visitors do not see this album: it is a draft, or has no photo to see.</p>
      )}
      {isOpen && (
        <div className={pageStyles.photos}>
          {isPhotos && (
            <figcaption>
              <Typed
                label="Caption"
                data-first
                placeholder="Caption"
                value={block.caption}
                maxLength={BLOCK_QUOTE_MAX_CHARS}
                onType={(caption) => onChange({ ...block, caption }, "caption")}
              />
            </figcaption>
          )}
          <div className="editor-photos">
            <button type="button" className="editor-small" data-first={!isPhotos || undefined} onClick={onReplace}>
              {isPhotos ? "Choose photographs…" : "Choose an album…"}
            </button>
          </div>
        </div>
      )}
    </>
  );
}
