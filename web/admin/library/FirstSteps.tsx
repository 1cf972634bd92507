import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { useDismissFirstSteps } from "../actions/first-steps.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { firstStepsQuery, useRecordSiteViewed } from "../data/first-steps.api.ts";
import styles from "./FirstSteps.module.css";

/** What a new owner does first. It shrinks to the steps that are left, and stays until it is dismissed. */
export function FirstSteps() {
  const { data: steps } = useQuery(firstStepsQuery);
  const { data: albums = [] } = useQuery(albumsQuery);
  const dismiss = useDismissFirstSteps();
  const recordSiteViewed = useRecordSiteViewed();
  if (!steps?.shown) return null;

  const [firstAlbum] = albums;
  const all = [
    {
      isDone: steps.site_named,
      hint: "It is at the top of every page.",
      link: <Link to={paths.admin.site}>Name your site</Link>,
    },
    {
      isDone: steps.album_created,
      hint: "Visitors see your photos in albums.",
      link: <Link to={paths.admin.albums}>Make an album</Link>,
    },
    {
      isDone: steps.photo_added,
      hint: "Open an album and drop them in.",
      link: <Link to={firstAlbum ? paths.admin.album(firstAlbum.slug) : paths.admin.albums}>Add photos</Link>,
    },
    {
      isDone: steps.about_written,
      hint: "It is on the contact page.",
      link: <Link to={`${paths.admin.site}#site-about`}>Write about yourself</Link>,
    },
    {
      isDone: steps.site_viewed,
      hint: "It opens in a new tab.",
      // The public site is a separate app: a plain link, not the router's.
      link: (
        <a href={paths.home} target="_blank" rel="noreferrer" onClick={recordSiteViewed}>
          Look at your site
        </a>
      ),
    },
  ];
  const left = all.filter(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps" className={styles.card}>
      <header className={styles.header}>
        <h2 id="first-steps">{left.length === 0 ? "Your site is ready" : "First steps"}</h2>
        <p>
          {all.length - left.length} of {all.length} done
        </p>
        <Button kind="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </header>
      {left.length > 0 && (
        <ul className={styles.steps}>
          {left.map(({ hint, link }) => (
            <li key={hint} className={styles.step}>
              {link}
              <span className={styles.hint}>{hint}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
