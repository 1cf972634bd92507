import type { Browser, Page } from "@playwright/test";

/** CPU time, because wall time includes other programs; wall time for comparison. */
export type LongestTask = { processorMs: number; wallMs: number };

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

/** V8 reads the program again to note where each call stack was. It does so only for a debugger, such as Playwright. */
const DEBUGGER_WORK = "V8.CollectSourcePositions";

const WORK_LIMIT_MS = 3 * 60_000;

/** The longest time during some work in which the page could not respond. Rejects if the page or its browser dies. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const trace = await whileAlive(browser, page, async () => {
    const categories = [
      "toplevel",
      "disabled-by-default-devtools.timeline",
      "disabled-by-default-v8.compile",
      "__metadata",
    ];
    await browser.startTracing(page, { categories });
    await work();
    return browser.stopTracing();
  });
  const tasks = mainThreadTasks(trace.toString());
  return {
    processorMs: Math.max(...tasks.map(({ tdur }) => tdur)) / 1000,
    wallMs: Math.max(...tasks.map(({ dur }) => dur)) / 1000,
  };
}

/** Playwright waits for a function in a page, and for a trace, without a limit. */
async function whileAlive<T>(browser: Browser, page: Page, work: () => Promise<T>): Promise<T> {
  const failure = Promise.withResolvers<never>();
  const fail = (reason: string) => () => failure.reject(new Error(reason));
  const onCrash = fail("the page crashed");
  const onDisconnected = fail("the browser died");
  const timer = setTimeout(fail("the page did not finish in time"), WORK_LIMIT_MS);
  page.once("crash", onCrash);
  browser.once("disconnected", onDisconnected);
  try {
    return await Promise.race([work(), failure.promise]);
  } finally {
    clearTimeout(timer);
    page.off("crash", onCrash);
    browser.off("disconnected", onDisconnected);
  }
}

function mainThreadTasks(trace: string): { dur: number; tdur: number }[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf),
  );
  const onMain = traceEvents.filter((event) => main.has(threadOf(event)));
  const debuggerWork = onMain.filter(({ name }) => name === DEBUGGER_WORK);
  return onMain.flatMap((event) => {
    const { name, ts, dur, tdur } = event;
    if (!name.endsWith("RunTask") || dur === undefined || tdur === undefined) return [];
    const isInside = (work: TraceEvent) => threadOf(work) === threadOf(event) && work.ts >= ts && work.ts < ts + dur;
    const inside = debuggerWork.filter(isInside);
    const sum = (times: (number | undefined)[]) => times.reduce<number>((total, time) => total + (time ?? 0), 0);
    return [{ dur: dur - sum(inside.map((work) => work.dur)), tdur: tdur - sum(inside.map((work) => work.tdur)) }];
  });
}
