import { useEffect, useRef, useState } from "react";

type Announcement = { key: number; text: string; isUrgent: boolean };

/** Long enough to be read out, short enough that nobody finds old news here. */
const KEPT_MS = 10_000;

/** The mounted regions, the topmost last: screen readers hear nothing from what a modal dialog covers. */
const regions: ((announcement: Announcement) => void)[] = [];
let lastKey = 0;

/** Says something to screen readers. Everything the admin area says goes through here, so nothing is said twice. */
export function announce(text: string, { isUrgent = false } = {}): void {
  if (text === "") return;
  lastKey += 1;
  regions.at(-1)?.({ key: lastKey, text, isUrgent });
}

/** One in the page and one in each modal dialog. A log, so that only what is new is read out. */
export function LiveRegion() {
  const [announcements, setAnnouncements] = useState<Announcement[]>([]);
  /** Not on the page yet. */
  const unsaid = useRef<Announcement[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are on the page now
  useEffect(() => {
    unsaid.current = [];
  }, [announcements]);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const show = (announcement: Announcement) => {
      unsaid.current.push(announcement);
      setAnnouncements((before) => [...before, announcement]);
      const timer = setTimeout(() => {
        timers.delete(timer);
        setAnnouncements((before) => before.filter(({ key }) => key !== announcement.key));
      }, KEPT_MS);
      timers.add(timer);
    };
    regions.push(show);
    return () => {
      regions.splice(regions.indexOf(show), 1);
      for (const timer of timers) clearTimeout(timer);
      // What was said while its dialog was closing is said by what the dialog covered.
      for (const announcement of unsaid.current) regions.at(-1)?.(announcement);
    };
  }, []);

  const lines = (isUrgent: boolean) =>
    announcements.filter((each) => each.isUrgent === isUrgent).map(({ key, text }) => <p key={key}>{text}</p>);
  return (
    <div className="visually-hidden" data-stays-active>
      <div role="log" aria-label="Announcements">
        {lines(false)}
      </div>
      <div role="log" aria-label="Urgent announcements" aria-live="assertive">
        {lines(true)}
      </div>
    </div>
  );
}
