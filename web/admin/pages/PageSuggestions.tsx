import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { DraftIcon } from "../../ui/icons.tsx";
import type { NewPage } from "../actions/pages.ts";
import { siteQuery } from "../data/site.api.ts";
import { EmptyState } from "../page/AdminPage.tsx";
import styles from "./Pages.module.css";

/** Three pages to begin with. Each is a draft that can be seen before anyone else does. */
export function PageSuggestions({ onAdd }: { onAdd: (page: NewPage) => Promise<unknown> }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  const address = [site.name, site.location, site.phone].filter(Boolean).join("\n");
  const mail = site.email ? `\n[${site.email}](mailto:${site.email})` : "";
  const year = new Date().getFullYear();
  const pages: [string, string, NewPage][] = [
    [
      "About",
      "From the text about you on the Contact page",
      {
        kind: "page",
        title: "About",
        blocks: [{ kind: "text", text: site.about || "Who you are, and what you photograph." }],
      },
    ],
    [
      "Exhibitions",
      "A list with years and places",
      {
        kind: "page",
        title: "Exhibitions",
        blocks: [{ kind: "entries", entries: [{ year, title: "Title of the exhibition", place: "Gallery, city" }] }],
      },
    ],
    [
      "Imprint",
      "Who is responsible for the site, with your address",
      { kind: "page", title: "Imprint", in_menu: false, blocks: [{ kind: "text", text: `${address}${mail}` }] },
    ],
  ];
  return (
    <EmptyState
      title="No pages yet"
      icon={<DraftIcon />}
      action={
        <ul className={styles.suggestions}>
          {pages.map(([title, about, body]) => (
            <li key={title}>
              <Button onClick={() => void onAdd(body)}>Add {title}</Button>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      }
    >
      Write about yourself, your exhibitions, your prices: pages appear in the menu of your site. Begin with one of
      these, or with an empty page.
    </EmptyState>
  );
}
