import type { FormEvent } from "react";
import type { RoomView, ShownPhoto } from "../../../contract/pages.ts";
import { HeartIcon } from "../../stage/icons.tsx";
import { ENTER_DIALOG } from "./EnterDialog.tsx";
import { SENT } from "./shown-selection.ts";
import { usePick, useRoom, useSelection, useStore } from "./use-selection.ts";

type PickButtonProps = { photo: ShownPhoto; name: string; url: string; from?: RoomView; className?: string };

/** A heart. A form, so that it also works without JavaScript. */
export function PickButton({ photo, name, url, from, className }: PickButtonProps) {
  const store = useStore();
  const { state } = useSelection();
  const { needsName, want } = useRoom();
  const isPicked = usePick(photo.id)?.picked === true;
  const toggle = (event: FormEvent) => {
    event.preventDefault();
    store.setPicked(photo.id, !isPicked);
  };
  if (state === "none") return null;
  if (needsName) {
    return (
      <div className={className} data-control>
        <button
          type="button"
          name="picked"
          popoverTarget={ENTER_DIALOG}
          aria-label={`Choose ${name}`}
          onClick={() => want({ photoId: photo.id, from })}
        >
          <HeartIcon isFilled={false} />
        </button>
      </div>
    );
  }
  return (
    <form
      className={className}
      method="post"
      action={`${url}/picks/${photo.id}`}
      onSubmit={toggle}
      data-control
      data-marked={isPicked || undefined}
    >
      {from && <input type="hidden" name="from" value={from} />}
      <button
        type="submit"
        name="picked"
        value={isPicked ? "0" : "1"}
        aria-pressed={isPicked}
        aria-label={`Choose ${name}`}
        // Not `disabled`: a press on it says why.
        aria-disabled={state === "sent" || undefined}
        title={state === "sent" ? SENT : undefined}
        aria-keyshortcuts="H"
      >
        <HeartIcon isFilled={isPicked} />
      </button>
    </form>
  );
}
