import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { ACTIVITY_KINDS, type ActivityKind } from "../../../contract/activity.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { Loading } from "../../ui/Loading.tsx";
import { Options } from "../../ui/Options.tsx";
import { activityQuery } from "../data/activity.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import styles from "./Activity.module.css";
import { describeEvent } from "./describe-event.ts";
import { type EventGroup, groupEvents } from "./group-events.ts";

/** In the order of the list. */
const KIND_NAMES: Record<ActivityKind, string> = {
  "sign-ins": "Sign-ins",
  account: "Account",
  rooms: "Viewing rooms",
  uploads: "Uploads",
  visibility: "Visibility",
  deletions: "Deletions",
  downloads: "Downloads and exports",
  settings: "Settings",
};

/** What happened on the site, newest first. */
export function ActivityPage() {
  const [search, setSearch] = useSearchParams();
  const kind = ACTIVITY_KINDS.find((known) => known === search.get("kind"));
  const activity = useInfiniteQuery(activityQuery(kind));
  const events = activity.data?.pages.flatMap((page) => page.events) ?? [];

  return (
    <AdminPage
      title="Activity"
      subtitle="Who did what, from where and when, in the last 400 days"
      actions={<Link to={paths.admin.account}>Account</Link>}
      toolbar={
        <div className={styles.toolbar}>
          <label htmlFor="activity-kind">Show</label>
          <select
            id="activity-kind"
            value={kind ?? ""}
            onChange={({ target }) => setSearch(target.value ? { kind: target.value } : {}, { replace: true })}
          >
            <option value="">Everything</option>
            <Options entries={Object.entries(KIND_NAMES)} />
          </select>
        </div>
      }
    >
      {activity.isPending && <Loading />}
      {activity.isError && events.length === 0 && (
        <LoadFailure title="The activity could not be loaded" error={activity.error} onRetry={activity.refetch} />
      )}
      {activity.isSuccess && events.length === 0 && <EmptyState title="Nothing of this kind has happened yet" />}
      {events.length > 0 && (
        <ol className={styles.events}>
          {groupEvents(events).map((group) => (
            <Event key={group.event.id} {...group} />
          ))}
        </ol>
      )}
      {activity.hasNextPage && (
        <Button disabled={activity.isFetchingNextPage} onClick={() => activity.fetchNextPage()}>
          {activity.isFetchingNextPage ? "Loading..." : "Show older"}
        </Button>
      )}
    </AdminPage>
  );
}

function Event({ event, times, first_on }: EventGroup) {
  const who = [event.actor, event.address].filter(Boolean).join(" · ");
  const [from, to] = [formatDateTime(first_on), formatDateTime(event.occurred_on)];
  return (
    <li>
      <p>
        <time dateTime={event.occurred_on}>{to}</time>
        {from !== to && <span>since {from}</span>}
      </p>
      <p>
        {describeEvent(event)}
        {times > 1 && `, ${times.toLocaleString("en")} times`}
      </p>
      <p className={styles.who}>{who || "on the server"}</p>
    </li>
  );
}
