import type { Browser, Page } from "@playwright/test";

/** CPU time, because wall time includes other programs; wall time for comparison. */
export type LongestTask = { processorMs: number; wallMs: number };

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; tdur?: number; args: { name?: string } };

/** The longest time during some work in which the page could not respond. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"] });
  await work();
  const tasks = mainThreadTasks((await browser.stopTracing()).toString());
  return {
    processorMs: Math.max(...tasks.map(({ tdur }) => tdur)) / 1000,
    wallMs: Math.max(...tasks.map(({ dur }) => dur)) / 1000,
  };
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
