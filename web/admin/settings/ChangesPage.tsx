import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Loading } from "../../ui/Loading.tsx";
import { changesQuery } from "../data/version.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import styles from "./Changes.module.css";

/** The changelog of the version that runs. */
export function ChangesPage() {
  const changes = useQuery(changesQuery);
  return (
    <AdminPage
      title="Changes"
      subtitle="What is new in each version of Vitrine"
      actions={<Link to={paths.admin.settings}>Settings</Link>}
    >
      {changes.isPending && <Loading />}
      {changes.isError && (
        <LoadFailure title="The changes could not be loaded" error={changes.error} onRetry={changes.refetch} />
      )}
      <div className={styles.versions}>
        {changes.data?.versions.map(({ name, changes }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{name}</h2>
            <ul>
              {changes.map((text) => (
                <li key={text}>{readCode(text)}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </AdminPage>
  );
}

/** What is between backticks is for a terminal or a file. */
const readCode = (text: string) =>
  // The parts of one text never move.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
