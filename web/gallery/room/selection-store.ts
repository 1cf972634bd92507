import type { MarkLabel, Verdict } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { VisitorSelection } from "../../../contract/room-marks.ts";
import { createListeners } from "../../hooks/listeners.ts";
import { countOf } from "../page/count-of.ts";
import { askRoom, type Refusal } from "./ask-room.ts";
import { describeUnsent, type Pick, SENT, type ShownSelection, type Trouble, withMarks } from "./shown-selection.ts";
import { type Comment, isComment, isSame, isSendable, type Mark, openUnsentMarks } from "./unsent-marks.ts";

/** One of them. */
export type OtherChoice = { label: MarkLabel | null } | { rating: number } | { verdict: Verdict | null };

export type SendForm = { name: string; email: string; message: string };

/** What has been chosen, by this visitor and by everyone else with the link. */
export type SelectionStore = {
  subscribe(listener: () => void): () => void;
  /** As the server rendered it: what this browser has kept is not in it. */
  first: ShownSelection;
  read(): ShownSelection;
  pickOf(photoId: number): Pick | undefined;
  /** The comment that the server does not have yet. */
  unsentComment(photoId: number): Comment | undefined;
  setPicked(photoId: PhotoId, picked: boolean): void;
  /** A label, stars or a verdict. */
  choose(photoId: PhotoId, choice: OtherChoice): void;
  /** Kept at once, and sent after a pause. */
  setComment(photoId: PhotoId, comment: string): void;
  /** Whether the server has it. */
  addPin(photoId: PhotoId, pin: { x: number; y: number; text: string }): Promise<boolean>;
  removePin(photoId: PhotoId, id: number): Promise<boolean>;
  /** Gives up a comment that the server did not take. */
  discardComment(photoId: PhotoId): void;
  /** Undefined when it was sent, else why not. */
  send(form: SendForm): Promise<Refusal | undefined>;
  /** Shows and sends what a crash of the browser took. */
  recover(): Promise<void>;
  /** Sends what is unsent, else asks what others have chosen. */
  sync(): Promise<void>;
  /** The page may be gone in a moment. */
  leave(): void;
  /** Another tab of this browser may have changed what is unsent. */
  noticeTab(event: StorageEvent): void;
};

const COMMENT_DELAY_MS = 800;

/**
 * Choices are shown before the server has them. Until then they are kept in the browser and sent again and again; every
 * one says what the field shall be, so that one which arrives twice changes nothing. One that the server refuses goes
 * back, but a refused comment stays in its field.
 */
export function createSelectionStore(roomUrl: string, rendered: VisitorSelection): SelectionStore {
  const marks = openUnsentMarks(roomUrl);
  let known = rendered;
  let trouble: Trouble | null = null;
  let problem: string | null = null;
  /** So that the end of it is said. What an earlier page has left unsent is such a trouble. */
  let hadTrouble = marks.read().length > 0;
  /** The photo whose comment is being written. */
  let typing: PhotoId | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  const first: ShownSelection = { ...rendered, problem: null, notice: null };
  let shown = merge();
  const { notify, subscribe } = createListeners();

  function merge(): ShownSelection {
    const unsent = marks.read();
    const notice = describeUnsent({ marks: unsent, trouble, hadTrouble, areKept: marks.areKept() });
    return { ...withMarks(known, unsent), problem, notice };
  }

  function update(): void {
    shown = merge();
    notify();
  }

  /** Says why nothing can be marked. */
  function isClosed(): boolean {
    if (known.state === "sent") {
      problem = SENT;
      update();
    }
    return known.state !== "open";
  }

  const knownComment = (photoId: PhotoId) => known.picks.find(({ photo_id }) => photo_id === photoId)?.comment ?? "";

  function put(mark: Mark): void {
    problem = null;
    hadTrouble &&= trouble !== null;
    marks.set(mark);
    update();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    typing = null;
    sending ??= inOneTab(roomUrl, sendAll).finally(() => {
      sending = undefined;
      // Made after the last look.
      if (trouble === null && next()) void flush();
    });
    return sending;
  }

  const next = () => marks.read().find((mark) => isSendable(mark) && !(isComment(mark) && mark.photo_id === typing));

  async function sendAll(): Promise<void> {
    for (;;) {
      const mark = next();
      if (!mark) break;
      const reply = await askRoom(`${roomUrl}/picks/${mark.photo_id}`, "PUT", fieldOf(mark));
      if ("selection" in reply) {
        known = reply.selection;
        settle(mark);
      } else if ("refusal" in reply) await refuse(mark, reply.refusal.message);
      trouble = "trouble" in reply ? reply.trouble : null;
      hadTrouble ||= trouble !== null;
      update();
      if (trouble !== null) break;
    }
  }

  /** Asked once: what was typed stays in its form until it is known to have arrived. */
  async function changePins(path: string, method: string, pin?: object): Promise<boolean> {
    const reply = await askRoom(path, method, pin);
    const isDone = "selection" in reply;
    if (isDone) known = reply.selection;
    problem = isDone ? null : "refusal" in reply ? reply.refusal.message : "The server cannot be reached. Try again.";
    update();
    return isDone;
  }

  /** What others have chosen. */
  async function readAgain(): Promise<void> {
    const reply = await askRoom(`${roomUrl}/selection`, "GET");
    if ("selection" in reply) known = reply.selection;
  }

  /** A later change of the same field stays: it was written over what has just been sent. */
  function settle(sent: Mark): void {
    const now = marks.read().find((each) => isSame(each, sent));
    if (!now) return;
    if (!isComment(now) || !isComment(sent)) {
      if (JSON.stringify(now) === JSON.stringify(sent)) marks.drop(now);
    } else if (now.comment === sent.comment) marks.drop(now);
    else marks.set({ ...now, before: sent.comment });
  }

  async function refuse(mark: Mark, reason: string): Promise<void> {
    await readAgain();
    const now = marks.read().find((each) => isSame(each, mark));
    // Changed since, and decided again.
    if (JSON.stringify(now) !== JSON.stringify(mark)) return;
    // It had arrived after all, and only the response was lost.
    if (isComment(mark) && knownComment(mark.photo_id) === mark.comment) return marks.drop(mark);
    hadTrouble = false;
    problem = isComment(mark) ? `A comment was not saved. ${reason}` : reason;
    if (isComment(mark)) marks.set({ ...mark, refusal: reason });
    else marks.drop(mark);
  }

  const store: SelectionStore = {
    subscribe,
    first,
    read: () => shown,
    pickOf: (photoId) => shown.picks.find(({ photo_id }) => photo_id === photoId),
    unsentComment: (photoId) =>
      marks.read().find((mark): mark is Comment => isComment(mark) && mark.photo_id === photoId),
    choose(photo_id, choice) {
      if (isClosed()) return;
      put({ photo_id, ...choice });
      void flush();
    },
    setPicked(photo_id, picked) {
      if (isClosed()) return;
      if (picked && known.limit !== null && shown.picks_count >= known.limit) {
        problem = `You can choose at most ${countOf(known.limit, "photo")}`;
        return update();
      }
      put({ photo_id, picked });
      void flush();
    },
    setComment(photo_id, comment) {
      if (known.state !== "open") return;
      typing = photo_id;
      clearTimeout(timer);
      timer = setTimeout(flush, COMMENT_DELAY_MS);
      put({ photo_id, comment, before: store.unsentComment(photo_id)?.before ?? knownComment(photo_id) });
    },
    discardComment(photoId) {
      const mark = store.unsentComment(photoId);
      if (mark) marks.drop(mark);
      problem = null;
      update();
    },
    async addPin(photoId, pin) {
      return changePins(`${roomUrl}/picks/${photoId}/pins`, "POST", pin);
    },
    async removePin(photoId, id) {
      return changePins(`${roomUrl}/picks/${photoId}/pins/${id}`, "DELETE");
    },
    async send(form) {
      await flush();
      if (marks.read().some(isSendable)) {
        return unsent("Some of your choices are not sent yet. Try again when the connection is back.");
      }
      const reply = await askRoom(`${roomUrl}/send`, "POST", form);
      if ("selection" in reply) known = reply.selection;
      // It may have arrived, and only the response was lost.
      else await readAgain();
      if (!("selection" in reply) && !(known.state === "sent" && known.name === form.name.trim())) {
        return "refusal" in reply ? reply.refusal : unsent("The server cannot be reached. Please try again.");
      }
      problem = null;
      update();
      return undefined;
    },
    async recover() {
      await marks.recover();
      if (marks.read().length === 0) return;
      hadTrouble = true;
      update();
      await store.sync();
    },
    async sync() {
      if (sending) return sending;
      if (marks.read().some(isSendable)) return flush();
      const before = known;
      const reply = await askRoom(`${roomUrl}/selection`, "GET");
      // Sent or changed since: this is older.
      if (!("selection" in reply) || sending || known !== before) return;
      if (JSON.stringify(reply.selection) === JSON.stringify(known)) return;
      known = reply.selection;
      update();
    },
    leave() {
      typing = null;
      // There is no time to wait for the turn of this tab.
      if (!sending) void sendAll();
    },
    noticeTab(event) {
      // The other tab has sent it: shown as before until the server's choices are known.
      if (marks.isChange(event)) void store.sync().then(update);
    },
  };
  return store;
}

const unsent = (message: string): Refusal => ({ message, errors: {} });

/** Others may have written over the same text: the server then joins both. */
function fieldOf(mark: Mark) {
  if (isComment(mark)) return { comment: mark.comment, comment_before: mark.before };
  const { photo_id: _id, ...field } = mark;
  return field;
}

/** Two tabs must not send the same marks, of which one may be older. Without HTTPS a browser has no locks. */
const inOneTab = async (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, work) : work();
