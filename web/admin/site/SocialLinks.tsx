import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SOCIAL_MAX_LINKS } from "../../../contract/limits.ts";
import type { SiteSettings, SocialLink } from "../../../contract/site.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CloseIcon, DownIcon, UpIcon } from "../../ui/icons.tsx";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { useEditSite } from "../data/site.api.ts";
import styles from "./Site.module.css";
import { Outcome } from "./SiteField.tsx";

const LABEL = SETTING_NAMES.social;

/** The links in their order. A link is saved once it has a name and an address. */
export function SocialLinks({ site }: { site: SiteSettings }) {
  const { save, status, errorOf, forget } = useEditSite();
  // Only while something is typed: the saved links are in the query cache.
  const [draft, setDraft] = useState<SocialLink[] | null>(null);
  const links = draft ?? site.social;
  const list = useRef<HTMLOListElement>(null);
  const error = errorOf("social");

  const saveLinks = (next: SocialLink[]) => {
    const isWhole = next.every(({ label, url }) => label.trim() !== "" && url.trim() !== "");
    setDraft(isWhole && isSame(next, site.social) ? null : next);
    if (isWhole && !isSame(next, site.social)) save({ social: next.map(withProtocol) }, LABEL);
  };
  const type = (index: number, change: Partial<SocialLink>) => {
    forget();
    setDraft(links.map((link, at) => (at === index ? { ...link, ...change } : link)));
  };
  const move = (index: number, by: number) => {
    const next = [...links];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    flushSync(() => saveLinks(next));
    // The keyboard goes with the link, so that the same key moves it on.
    const [up, down] = list.current?.children[index + by]?.querySelectorAll<HTMLElement>("[data-move]") ?? [];
    const [same, other] = by < 0 ? [up, down] : [down, up];
    (same?.matches(":disabled") ? other : same)?.focus();
  };
  const add = () => {
    flushSync(() => setDraft([...links, { label: "", url: "" }]));
    list.current?.lastElementChild?.querySelector("input")?.focus();
  };
  // The server has them as they were typed: show its copy again.
  if (draft && status === "success" && isSame(draft.map(withProtocol), site.social)) setDraft(null);

  return (
    <fieldset className={styles.links}>
      <legend className={styles.head}>
        <span>{LABEL}</span>
        <Outcome status={draft === null ? status : "idle"} />
      </legend>
      <ol ref={list}>
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two links may be alike, and a typed one must keep its focus
          <li key={index}>
            <input
              aria-label={`Name of link ${index + 1}`}
              placeholder="Instagram"
              maxLength={100}
              value={link.label}
              data-saved={draft === null || undefined}
              onChange={({ target }) => type(index, { label: target.value })}
              onBlur={() => draft && saveLinks(draft)}
            />
            <input
              aria-label={`Address of link ${index + 1}`}
              placeholder="https://instagram.com/…"
              maxLength={2_000}
              inputMode="url"
              value={link.url}
              data-saved={draft === null || undefined}
              onChange={({ target }) => type(index, { url: target.value })}
              onBlur={() => draft && saveLinks(draft)}
            />
            <IconButton
              label={`Move ${link.label || "link"} up`}
              icon={<UpIcon />}
              disabled={index === 0}
              onClick={() => move(index, -1)}
              data-move
            />
            <IconButton
              label={`Move ${link.label || "link"} down`}
              icon={<DownIcon />}
              disabled={index === links.length - 1}
              onClick={() => move(index, 1)}
              data-move
            />
            <IconButton
              label={`Remove ${link.label || "link"}`}
              icon={<CloseIcon />}
              onClick={() => saveLinks(links.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button disabled={links.length >= SOCIAL_MAX_LINKS} onClick={add}>
          Add Link
        </Button>
      </div>
    </fieldset>
  );
}

/** People type addresses as they see them: instagram.com/mira. */
function withProtocol({ label, url }: SocialLink): SocialLink {
  const address = url.trim();
  const isBare = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(address);
  return { label: label.trim(), url: isBare ? `https://${address}` : address };
}

const isSame = (one: SocialLink[], other: SocialLink[]) =>
  one.length === other.length &&
  one.every(({ label, url }, index) => label === other[index]?.label && url === other[index]?.url);
