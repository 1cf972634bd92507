import { access, constants, mkdir } from "node:fs/promises";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getInbox as getInboxCall } from "../../../contract/inbox.ts";
import type { Deps } from "../../deps.ts";
import { readActivity } from "../../library/activity.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import type { Background } from "../pictures/making/background.ts";
import { type Entry, listInbox, moveToRefused } from "./inbox.folder.ts";
import { createQuiet } from "./inbox.quiet.ts";
import { createReport } from "./inbox.report.ts";
import { isSidecar, isSidecarOf } from "./inbox.sidecar.ts";
import { type Outcome, refusalOf, takePicture, takeSidecar } from "./inbox.take.ts";

/** Also of network shares, which send no notifications: one listing a second costs less than a watcher that misses some. */
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 30_000;
const SHOWN_EVENTS = 20;

/** Takes files from the inbox into the library, one after the other. One node does it at a time. */
export async function startInbox(deps: Deps, background: Pick<Background, "wake">): Promise<Repeated> {
  const { inboxDir: inbox } = deps.config;
  if (inbox === undefined) return { async stop() {} };
  // A share may be mounted later.
  await mkdir(inbox, { recursive: true }).catch((error: unknown) => {
    deps.log.warn({ err: error }, "the inbox cannot be made; will look again");
  });
  const quiet = createQuiet();
  /** Since when and until when an entry is left alone, because it failed for a reason that is not its own. */
  const waiting = new Map<string, { stamp: string; untilMs: number; attempts: number }>();
  let working = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  let isFailing = false;

  async function look(): Promise<void> {
    const entries = await listInbox(inbox ?? "").catch((error: unknown) => {
      if (!isFailing) deps.log.warn({ err: error }, "the inbox cannot be read; will look again");
      isFailing = true;
    });
    if (!entries) return;
    isFailing = false;
    const nowMs = deps.now().getTime();
    for (const path of waiting.keys()) if (!entries.some((entry) => entry.path === path)) waiting.delete(path);
    // Also while files are taken, or those that arrive meanwhile would be quiet later.
    const arrived = quiet.look(entries, nowMs).filter(({ entry }) => {
      const wait = waiting.get(entry.path);
      return wait?.stamp !== entry.stamp || wait.untilMs <= nowMs;
    });
    if (arrived.length === 0 || isWorking || isStopped) return;
    isWorking = true;
    working = deps.locks
      .holdIfFree("inbox", () => take(arrived, entries))
      .then(() => {})
      .catch((error: unknown) => deps.log.error({ err: error }, "the inbox could not be emptied; will try again"))
      .finally(() => {
        isWorking = false;
      });
  }

  function attemptsOf({ path, stamp }: Entry): number {
    const wait = waiting.get(path);
    return wait?.stamp === stamp ? wait.attempts : 0;
  }

  async function take(arrived: { entry: Entry; quietMs: number }[], present: Entry[]): Promise<void> {
    const report = createReport(deps);
    const sidecars = arrived.map(({ entry }) => entry).filter((entry) => isSidecar(entry) && !refusalOf(entry));
    const used = new Set<Entry>();
    for (const { entry, quietMs } of inOrder(arrived)) {
      if (isStopped) break;
      if (used.has(entry)) continue;
      const beside = sidecars.filter(({ folder }) => folder === entry.folder);
      const outcome = await takeEntry(entry, quietMs, beside, present).catch((error: unknown): Outcome => {
        deps.log.warn({ err: error, file: entry.path }, "a file of the inbox could not be taken; will try again");
        return { kind: "later" };
      });
      if (outcome.kind === "taken") {
        for (const sidecar of beside) if (isSidecarOf(sidecar.name, entry.name)) used.add(sidecar);
        if (outcome.how !== "texts") background.wake(outcome.photo_id);
      } else if (outcome.kind === "later") {
        const { stamp } = entry;
        waiting.set(entry.path, { stamp, untilMs: deps.now().getTime() + RETRY_MS, attempts: attemptsOf(entry) + 1 });
      }
      await report.add(entry, outcome);
    }
    await report.finish();
  }

  async function takeEntry(entry: Entry, quietMs: number, sidecars: Entry[], present: Entry[]): Promise<Outcome> {
    let outcome = await decide(entry, quietMs, sidecars, present);
    if (
      outcome.kind === "later" &&
      outcome.reason &&
      attemptsOf(entry) + 1 >= (outcome.attempts ?? Number.POSITIVE_INFINITY)
    ) {
      outcome = { kind: "refused", reason: outcome.reason };
    }
    if (outcome.kind === "refused") await moveToRefused(inbox ?? "", entry, outcome.reason);
    return outcome;
  }

  async function decide(entry: Entry, quietMs: number, sidecars: Entry[], present: Entry[]): Promise<Outcome> {
    const reason = refusalOf(entry);
    if (reason !== undefined) return { kind: "refused", reason };
    if (!isSidecar(entry)) return takePicture(deps, inbox ?? "", entry, sidecars);
    const isForOther = present.some(
      (other) => other.folder === entry.folder && other !== entry && isSidecarOf(entry.name, other.name),
    );
    // It goes along with its picture.
    return isForOther ? { kind: "later" } : takeSidecar(deps, inbox ?? "", entry, quietMs);
  }

  const failure = "the inbox could not be looked at; will look again";
  const looking = repeat(look, { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
  return {
    async stop() {
      isStopped = true;
      await looking.stop();
      await working;
    },
  };
}

const byName = new Intl.Collator("en", { numeric: true });

/** The order of the names is that of the photos in the album. Pictures come before the sidecars of others. */
function inOrder<Arrived extends { entry: Entry }>(arrived: Arrived[]): Arrived[] {
  return arrived.toSorted(
    ({ entry: one }, { entry: other }) =>
      byName.compare(one.folder, other.folder) ||
      Number(isSidecar(one)) - Number(isSidecar(other)) ||
      byName.compare(one.name, other.name),
  );
}

export async function readInbox(deps: Deps): Promise<ResponseOf<typeof getInboxCall>> {
  const { inboxDir: folder = null } = deps.config;
  const actions = ["inbox-taken", "inbox-refused"];
  const rows = await readActivity(deps.db, { actions, before: undefined, limit: SHOWN_EVENTS });
  return { folder, problem: folder === null ? null : await problemOf(folder), events: rows };
}

/** Files are moved out of it, so it must be writable as well. */
async function problemOf(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? "The folder is not there." : "The server may not read and write in this folder.";
  }
}
