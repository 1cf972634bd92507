import { mkdir } from "node:fs/promises";
import { basename } from "node:path";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getInbox as getInboxCall } from "../../../contract/inbox.ts";
import type { Deps } from "../../deps.ts";
import { readActivity } from "../../library/activity.ts";
import { readDiskSpace } from "../../platform/disk-space.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import type { Background } from "../pictures/making/background.ts";
import { listInbox } from "./inbox.folder.ts";
import { takeQuiet } from "./inbox.pass.ts";
import { createPatience } from "./inbox.patience.ts";
import { findProblems } from "./inbox.problems.ts";
import { createQuiet } from "./inbox.quiet.ts";

/** Also of network shares, which send no notifications: two listings a second cost less than a watcher that misses some. */
const LOOK_EVERY_MS = 500;
const SHOWN_EVENTS = 20;

/** Takes files from the inbox into the library. One node does it at a time. */
export async function startInbox(deps: Deps, background: Pick<Background, "wake">): Promise<Repeated> {
  const { inboxDir: inbox } = deps.config;
  if (inbox === undefined) return { async stop() {} };
  // A share may be mounted later.
  await mkdir(inbox, { recursive: true }).catch((error: unknown) => {
    deps.log.warn({ err: error }, "the inbox cannot be made; will look again");
  });
  const quietness = createQuiet();
  const patience = createPatience(deps.now);
  let working = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  let isFailing = false;

  async function look(): Promise<void> {
    const present = await listInbox(inbox ?? "").catch((error: unknown) => {
      if (!isFailing) deps.log.warn({ err: error }, "the inbox cannot be read; will look again");
      isFailing = true;
    });
    if (!present) return;
    isFailing = false;
    patience.forgetOthers(present);
    // Also while files are taken, or those that arrive in the meantime would be quiet later.
    const quiet = quietness.look(present, deps.now().getTime());
    const isAny = quiet.some(({ entry }) => !patience.isWaiting(entry));
    if (!isAny || (await isDiskFull(deps)) || isWorking || isStopped) return;
    isWorking = true;
    const onStored = background.wake;
    const pass = { inbox: inbox ?? "", present, quiet, patience, isStopped: () => isStopped, onStored };
    working = deps.locks
      .holdIfFree("inbox", () => takeQuiet(deps, pass))
      .then(() => {})
      .catch((error: unknown) => deps.log.error({ err: error }, "the inbox could not be emptied; will try again"))
      .finally(() => {
        isWorking = false;
      });
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

const isDiskFull = async ({ config }: Deps) => (await readDiskSpace(config.dataDir)).level === "full";

export async function readInbox(deps: Deps): Promise<ResponseOf<typeof getInboxCall>> {
  const { inboxDir: folder = null } = deps.config;
  const actions = ["inbox-taken", "inbox-refused"];
  const rows = await readActivity(deps.db, { actions, before: undefined, limit: SHOWN_EVENTS });
  return { folder, problem: folder === null ? null : await whyWaiting(deps, folder), events: rows };
}

/** Why files stay there. */
async function whyWaiting(deps: Deps, inbox: string): Promise<string | null> {
  for await (const { folder, problem } of findProblems(inbox)) {
    return folder === inbox ? problem : `${basename(folder)}: ${problem}`;
  }
  return (await isDiskFull(deps)) ? "The server's disk is full." : null;
}
