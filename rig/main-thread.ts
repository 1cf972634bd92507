import type { Browser, Page } from "@playwright/test";

/** CPU time, because wall time includes other programs; wall time for comparison. */
export type LongestTask = { processorMs: number; wallMs: number };

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; tdur?: number; args: { name?: string } };

const WORK_LIMIT_MS = 3 * 60_000;

/** The longest time during some work in which the page could not respond. Rejects if the page or its browser dies. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const trace = await whileAlive(browser, page, async () => {
    const categories = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"];
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
  return traceEvents.flatMap((event) => {
    const isTask = event.name.endsWith("RunTask") && main.has(threadOf(event));
    return isTask && event.dur !== undefined && event.tdur !== undefined ? [{ dur: event.dur, tdur: event.tdur }] : [];
  });
}
