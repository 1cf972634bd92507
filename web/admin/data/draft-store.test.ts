import { expect, test } from "vitest";
import { createDraftStore, DRAFT_KEY, DRAFTS_MAX } from "./draft-store.ts";

const DAY_MS = 24 * 60 * 60_000;
const CAPTION = "1/photo-12/caption";

function memory() {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

let lastId = 0;
const newId = () => {
  lastId += 1;
  return `id${lastId}`;
};

/** Each call is another window, or the same one after a reload. */
const openWindow = (storage = memory(), at = 0) => {
  const store = createDraftStore({ storage, now: () => at, newId });
  const type = (text: string, place = CAPTION) =>
    store.type(place, { text, base: "", title: "Caption of Ash", path: "/admin?photo=12" });
  return { ...store, typeIn: type, idOf: (place = CAPTION) => store.live(place)?.id ?? "" };
};

test("a text stays in its field until the server has it", () => {
  const storage = memory();
  const page = openWindow(storage);
  page.typeIn("By the river");
  const id = page.idOf();
  page.startSaving(id);
  page.settle(id, "By the river", { isSaved: false, reason: "The server cannot be reached" });
  expect(page.live(CAPTION)).toMatchObject({ text: "By the river", state: "unsaved" });
  expect(page.live(CAPTION)?.reason).toBe("The server cannot be reached");
  page.startSaving(id);
  page.settle(id, "By the river", { isSaved: true });
  expect(page.live(CAPTION)).toBeUndefined();
  expect(storage.length).toBe(0);
});

test("what is typed while a text is saved is not taken for saved, nor for refused", () => {
  const page = openWindow();
  page.typeIn("By");
  const id = page.idOf();
  page.startSaving(id);
  page.typeIn("By the river");
  page.settle(id, "By", { isSaved: true });
  expect(page.live(CAPTION)).toMatchObject({ text: "By the river", state: "typing", base: "By" });
  page.settle(id, "By", { isSaved: false, reason: "Too short" });
  expect(page.live(CAPTION)).toMatchObject({ text: "By the river", state: "typing" });
});

test("the next page offers it, and restoring it swaps it with what is in the field", () => {
  const storage = memory();
  openWindow(storage, 5).typeIn("By the river");
  const page = openWindow(storage, 9);
  expect(page.live(CAPTION)).toBeUndefined();
  expect(page.offer(CAPTION)).toMatchObject({ text: "By the river", at: 5, title: "Caption of Ash" });
  page.typeIn("By the lake");
  page.restore(page.offer(CAPTION)?.id ?? "");
  expect(page.live(CAPTION)?.text).toBe("By the river");
  expect(page.offer(CAPTION)?.text).toBe("By the lake");
  expect(storage.length).toBe(2);
});

test("two windows keep a text each, and the next page offers both, one after the other", () => {
  const storage = memory();
  openWindow(storage, 1).typeIn("By the river");
  openWindow(storage, 2).typeIn("By the lake");
  const page = openWindow(storage, 3);
  expect(page.offer(CAPTION)?.text).toBe("By the lake");
  page.drop(page.offer(CAPTION)?.id ?? "");
  expect(page.offer(CAPTION)?.text).toBe("By the river");
});

test("a tag leaves its field when it is sent, and returns in front of the next one when it was refused", () => {
  const storage = memory();
  const page = openWindow(storage);
  page.typeIn("ash");
  const id = page.idOf();
  page.send(id);
  expect(page.live(CAPTION)).toBeUndefined();
  // A crash now must not lose it.
  expect(openWindow(storage).offer(CAPTION)?.text).toBe("ash");
  page.typeIn("bir");
  page.settle(id, "ash", { isSaved: false, reason: "Offline" });
  expect(page.live(CAPTION)).toMatchObject({ text: "ash, bir", state: "unsaved", reason: "Offline" });
  expect(storage.length).toBe(1);
});

test("a text whose field is gone is listed, until a field shows it again", () => {
  const page = openWindow();
  const hide = page.show(CAPTION);
  page.typeIn("By the river");
  expect(page.outOfSight(1)).toEqual([]);
  hide();
  expect(page.outOfSight(1)).toMatchObject([{ text: "By the river", state: "unsaved" }]);
  expect(page.outOfSight(2)).toEqual([]);
  page.show(CAPTION);
  expect(page.outOfSight(1)).toEqual([]);
});

test("texts older than 30 days, more than fit, and what is not a text are removed", () => {
  const storage = memory();
  storage.setItem(`${DRAFT_KEY}broken`, '{"place": 1}');
  storage.setItem(`${DRAFT_KEY}torn`, "{");
  storage.setItem("admin_token", "secret");
  openWindow(storage, 0).typeIn("old");
  const later = openWindow(storage, 20 * DAY_MS);
  for (let index = 0; index <= DRAFTS_MAX; index += 1) later.typeIn("text", `1/photo-${index}/alt`);
  const page = openWindow(storage, 31 * DAY_MS);
  expect(page.ofAccount(1)).toHaveLength(DRAFTS_MAX);
  expect(page.offer(CAPTION)).toBeUndefined();
  expect(storage.getItem("admin_token")).toBe("secret");
  expect(storage.length).toBe(DRAFTS_MAX + 1);
});

test("signing out removes the texts of that account, here and in other windows", () => {
  const storage = memory();
  const other = openWindow(storage);
  other.typeIn("By the river");
  const page = openWindow(storage);
  page.typeIn("Of somebody else", "2/photo-12/caption");
  page.discardAll(1);
  expect(storage.length).toBe(1);
  expect(page.ofAccount(2)).toHaveLength(1);
  other.changedElsewhere(`${DRAFT_KEY}${other.idOf()}`, null, false);
  expect(other.live(CAPTION)).toBeUndefined();
});

test("a text that another window discards is no longer offered, and stays where it is being typed", () => {
  const storage = memory();
  const typing = openWindow(storage);
  typing.typeIn("By the river");
  const id = typing.idOf();
  const page = openWindow(storage);
  page.changedElsewhere(DRAFT_KEY + id, storage.getItem(DRAFT_KEY + id)?.replace("river", "lake") ?? null, true);
  expect(page.offer(CAPTION)?.text).toBe("By the lake");
  page.changedElsewhere(DRAFT_KEY + id, null, true);
  expect(page.offer(CAPTION)).toBeUndefined();
  typing.changedElsewhere(DRAFT_KEY + id, null, true);
  expect(typing.live(CAPTION)?.text).toBe("By the river");
});

test("a browser without room or permission keeps the text in memory", () => {
  const storage = memory();
  storage.setItem = () => {
    throw new DOMException("The quota has been exceeded", "QuotaExceededError");
  };
  const page = openWindow(storage);
  page.typeIn("By the river");
  expect(page.live(CAPTION)?.text).toBe("By the river");
});
