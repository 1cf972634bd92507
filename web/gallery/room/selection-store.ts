import type { PhotoId } from "../../../contract/photos.ts";
import type { VisitorSelection } from "../../../contract/rooms.ts";
import { countOf } from "../page/count-of.ts";

export type Pick = VisitorSelection["picks"][number];
/** `problem`: why the last choice was not kept. */
export type ShownSelection = VisitorSelection & { problem: string | null };
export type SendForm = { name: string; email: string; message: string };

/** What has been chosen, by this visitor and by everyone else with the link. */
export type SelectionStore = {
  subscribe(listener: () => void): () => void;
  read(): ShownSelection;
  pickOf(photoId: number): Pick | undefined;
  change(photoId: PhotoId, choice: Partial<Omit<Pick, "photo_id">>): void;
  /** Undefined when it was sent, else why not. */
  send(form: SendForm): Promise<string | undefined>;
  /** Asks what others have chosen. */
  refresh(): Promise<void>;
};

const NOT_REACHED = "The server cannot be reached. Your last choice was not saved.";

/** Choices are shown before the server has them, and taken back if it refuses. */
export function createSelectionStore(roomUrl: string, first: VisitorSelection): SelectionStore {
  let known = first;
  const unsaved = new Map<PhotoId, Pick>();
  let problem: string | null = null;
  let shown = merge();
  let queue = Promise.resolve();
  const listeners = new Set<() => void>();

  function merge(): ShownSelection {
    const picks = new Map(known.picks.map((pick) => [pick.photo_id, pick]));
    for (const [id, pick] of unsaved) picks.set(id, pick);
    const all = [...picks.values()];
    return { ...known, picks: all, picks_count: all.filter(({ picked }) => picked).length, problem };
  }

  function update(): void {
    shown = merge();
    for (const listener of listeners) listener();
  }

  async function save(pick: Pick): Promise<void> {
    const { photo_id, ...choice } = pick;
    const answer = await ask(`${roomUrl}/picks/${photo_id}`, "PUT", choice);
    // A later choice for the same photo is still on its way.
    if (unsaved.get(photo_id) === pick) unsaved.delete(photo_id);
    if (answer.selection) known = answer.selection;
    problem = answer.selection ? null : (answer.message ?? NOT_REACHED);
    update();
  }

  const store: SelectionStore = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => shown,
    pickOf: (photoId) => shown.picks.find(({ photo_id }) => photo_id === photoId),
    change(photoId, choice) {
      if (known.state !== "open") return;
      const before = store.pickOf(photoId) ?? { photo_id: photoId, picked: false, comment: "" };
      const pick = { ...before, ...choice };
      if (pick.picked && !before.picked && known.limit !== null && shown.picks_count >= known.limit) {
        problem = `You can choose at most ${countOf(known.limit, "photo")}`;
        return update();
      }
      problem = null;
      unsaved.set(photoId, pick);
      update();
      // One after the other, so that the last choice wins.
      queue = queue.then(() => save(pick));
    },
    async send(form) {
      await queue;
      const answer = await ask(`${roomUrl}/send`, "POST", form);
      if (!answer.selection) return answer.message ?? "The server cannot be reached. Please try again.";
      known = answer.selection;
      problem = null;
      update();
      return undefined;
    },
    async refresh() {
      if (unsaved.size > 0) return;
      const answer = await ask(`${roomUrl}/selection`, "GET");
      if (!answer.selection || unsaved.size > 0) return;
      if (JSON.stringify(answer.selection) === JSON.stringify(known)) return;
      known = answer.selection;
      update();
    },
  };
  return store;
}

type Reply = { selection?: VisitorSelection; message?: string };

async function ask(path: string, method: string, body?: object): Promise<Reply> {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => null);
  return (await response?.json().catch(() => null)) ?? {};
}
