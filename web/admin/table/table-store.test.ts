import { describe, expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel, Sequence } from "../../../contract/sequences.ts";
import { ApiError } from "../../api/api-error.ts";
import { createDraftStore } from "../data/draft-store.ts";
import { change, insertBehind, movePiece, pairWithNext, photosIn, single } from "./line.ts";
import { createTable, type Table } from "./table-store.ts";

const [ash, elm, oak] = [1, 2, 3].map((id) => id as PhotoId) as [PhotoId, PhotoId, PhotoId];
const PLACE = "1/album-1/line-1";

/** An album of three photos as the server has it, for any number of windows. */
function library() {
  let stored: Sequence = {
    version_id: 1,
    name: "First edit",
    current: true,
    revision: 0,
    panels: lineOf(ash, elm, oak),
  };
  const storage = memory();
  const faults: ("away" | "response lost")[] = [];
  const asked: string[] = [];
  const arrange = (panels: Panel[]) => {
    stored = { ...stored, panels, revision: stored.revision + 1 };
    return stored;
  };
  return {
    faults,
    asked,
    arrange,
    line: () => write(stored.panels),
    async openWindow() {
      let known = stored;
      const server = {
        known: () => known,
        latest: async () => {
          known = stored;
          return known;
        },
        async save(panels: Panel[], revision: number) {
          asked.push(write(panels));
          const fault = faults.shift();
          if (fault === "away") throw new ApiError(0, "The server cannot be reached.");
          if (revision !== stored.revision) throw new ApiError(409, "Changed", { code: "SEQUENCE_CHANGED" });
          arrange(panels);
          if (fault === "response lost") throw new ApiError(0, "The server cannot be reached.");
          known = stored;
          return stored;
        },
      };
      const drafts = createDraftStore({ storage, now: () => 0, newId: () => `${Math.random()}` });
      const table = createTable({ drafts, kept: { place: PLACE, title: "Line of Porto", path: "/" }, server });
      const close = table.open();
      const reload = async () => {
        await server.latest();
        table.follow();
      };
      return { table, drafts, reload, close };
    },
  };
}

function lineOf(...ids: PhotoId[]): Panel[] {
  return ids.map(single);
}

const write = (panels: readonly Panel[]) =>
  panels.map((panel) => (panel.kind === "photos" ? panel.photo_ids.join("+") : panel.kind)).join(" ");

function memory() {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const shown = (table: Table) => write(table.panels());

const move = (table: Table, id: PhotoId, to: number) => {
  const { line } = table.read();
  table.change({ line: movePiece(line, id, to), mark: id, words: `${id} moved` });
};

/** Until everything is answered that has been asked. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("each change is sent, one at a time and always the latest", async () => {
  const server = library();
  const { table, drafts } = await server.openWindow();
  move(table, ash, 2);
  move(table, oak, 0);
  move(table, elm, 2);
  expect(table.read().state).toBe("saving");
  await settled();
  expect(server.asked).toEqual(["2 3 1", "3 1 2"]);
  expect(table.read().state).toBe("saved");
  expect(drafts.live(PLACE)).toBeUndefined();
});

test("undo and redo are saved like any change", async () => {
  const server = library();
  const { table } = await server.openWindow();
  move(table, ash, 2);
  await settled();
  expect(table.undo()).toBe("1 moved");
  await settled();
  expect(server.line()).toBe("1 2 3");
  expect(table.redo()).toBe("1 moved");
  await settled();
  expect(server.line()).toBe("2 3 1");
  expect(table.redo()).toBeUndefined();
});

test("a text that is left empty leaves at most one change", async () => {
  const { table } = await library().openWindow();
  const text = (body: string) => ({ kind: "text" as const, heading: "", body, key: "t" });
  const write = (body: string) => {
    const line = change(table.read().line, "t", { heading: "", body });
    table.type({ line, mark: "t", words: "Text changed", typedIn: "t" });
  };
  const add = () =>
    table.change({
      line: insertBehind(table.read().line, ash, text("")),
      mark: "t",
      words: "Text added",
      typedIn: "t",
    });
  const words = () => table.read().history.past.map((step) => step.words);
  const { line } = table.read();
  add();
  write("One");
  write("");
  table.endTyping("t");
  expect(table.read().line).toBe(line);
  expect(words()).toEqual([]);

  add();
  write("One");
  table.endTyping("t");
  write("On");
  write("");
  table.endTyping("t");
  expect(words()).toEqual(["Text added", "Text removed"]);
  expect(table.read().mark).toBe(ash);
  table.undo();
  expect(table.read().line[1]).toMatchObject({ body: "One" });
});

test("a failed save keeps the line, on the screen and for the next visit", async () => {
  const server = library();
  const { table } = await server.openWindow();
  server.faults.push("away");
  move(table, ash, 2);
  await settled();
  expect(table.read()).toMatchObject({ state: "unsaved", reason: "The server cannot be reached." });
  expect(shown(table)).toBe("2 3 1");

  const next = await server.openWindow();
  expect(shown(next.table)).toBe("1 2 3");
  next.table.restore(next.table.read().offer?.id ?? "");
  await settled();
  expect(shown(next.table)).toBe("2 3 1");
  expect(server.line()).toBe("2 3 1");

  table.retry();
  await settled();
  expect(table.read().state).toBe("saved");
});

test("a lost response is no change by someone else", async () => {
  const server = library();
  const { table } = await server.openWindow();
  server.faults.push("response lost");
  move(table, ash, 2);
  await settled();
  expect(table.read().state).toBe("unsaved");
  move(table, oak, 0);
  await settled();
  expect(table.read().state).toBe("saved");
  expect(server.line()).toBe("3 2 1");
});

describe("a line that another window has changed", () => {
  async function changedElsewhere() {
    const server = library();
    const { table } = await server.openWindow();
    server.arrange(lineOf(elm, ash, oak));
    move(table, ash, 2);
    await settled();
    expect(table.read().state).toBe("changed");
    expect(shown(table)).toBe("2 3 1");
    expect(server.line()).toBe("2 1 3");
    return { server, table };
  }

  test("is replaced by this one where the owner says so", async () => {
    const { server, table } = await changedElsewhere();
    table.keepMine();
    await settled();
    expect(server.line()).toBe("2 3 1");
    expect(table.read().state).toBe("saved");
  });

  test("takes its place, and Undo brings back this one", async () => {
    const { server, table } = await changedElsewhere();
    table.takeOther();
    expect(shown(table)).toBe("2 1 3");
    table.undo();
    await settled();
    expect(server.line()).toBe("2 3 1");
  });

  test("shows at once where this window has nothing of its own", async () => {
    const server = library();
    const { table, reload } = await server.openWindow();
    server.arrange(lineOf(elm, ash, oak));
    await reload();
    expect(shown(table)).toBe("2 1 3");
  });
});

test("photos that come and go in the meantime need no decision", async () => {
  const server = library();
  const { table, reload } = await server.openWindow();
  server.arrange(lineOf(ash, oak, 4 as PhotoId));
  const { line } = table.read();
  table.change({ line: pairWithNext(line, ash), mark: ash, words: "Paired" });
  await settled();
  expect(server.line()).toBe("1 3 4");
  table.undo();
  await settled();
  expect(photosIn(table.panels())).toEqual([1, 3, 4]);
  server.arrange(lineOf(ash, oak));
  await reload();
  table.undo();
  expect(photosIn(table.panels()).toSorted()).toEqual([1, 3]);
});
