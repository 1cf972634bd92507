import type { FormEvent } from "react";
import type { Verdict } from "../../../contract/limits.ts";
import type { RoomView, ShownPhoto } from "../../../contract/pages.ts";
import { ChangesIcon, TickIcon } from "../../stage/icons.tsx";
import { ENTER_DIALOG } from "./EnterDialog.tsx";
import { openComment } from "./PhotoComment.tsx";
import { SENT } from "./shown-selection.ts";
import { usePick, useRoom, useSelection, useStore } from "./use-selection.ts";

type VerdictButtonsProps = { photo: ShownPhoto; name: string; url: string; from?: RoomView; className?: string };

const VERDICTS = [
  { verdict: "approved", title: "Approve", Icon: TickIcon },
  { verdict: "changes", title: "Ask for changes", Icon: ChangesIcon },
] as const satisfies { verdict: Verdict; title: string; Icon: unknown }[];

/** In a round after the first, in place of the heart. The same again takes it back. */
export function VerdictButtons({ photo, name, url, from, className }: VerdictButtonsProps) {
  const store = useStore();
  const { state } = useSelection();
  const { needsName, want } = useRoom();
  const given = usePick(photo.id)?.verdict ?? null;
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const verdict = VERDICTS.find((each) => each.verdict === submitter?.dataset.verdict)?.verdict ?? null;
    store.choose(photo.id, { verdict: verdict === given ? null : verdict });
    // What is to be changed is said there.
    if (verdict === "changes" && given !== verdict && !from) openComment();
  };
  if (state === "none") return null;
  return (
    <form
      className={className}
      method="post"
      action={`${url}/picks/${photo.id}`}
      onSubmit={give}
      data-control
      data-marked={given ?? undefined}
    >
      {from && <input type="hidden" name="from" value={from} />}
      {VERDICTS.map(({ verdict, title, Icon }) => (
        <button
          key={verdict}
          {...(needsName
            ? { type: "button", popoverTarget: ENTER_DIALOG, onClick: () => want({ photoId: photo.id, from }) }
            : { type: "submit" })}
          name="verdict"
          value={given === verdict ? "" : verdict}
          data-verdict={verdict}
          aria-pressed={given === verdict}
          aria-label={`${title}: ${name}`}
          aria-disabled={state === "sent" || undefined}
          title={state === "sent" ? SENT : title}
        >
          <Icon isFilled={given === verdict} />
        </button>
      ))}
    </form>
  );
}
