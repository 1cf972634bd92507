import { type FocusEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SOCIAL_MAX_LINKS } from "../../../contract/limits.ts";
import type { SiteSettings, SocialLink } from "../../../contract/site.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CloseIcon, DownIcon, UpIcon } from "../../ui/icons.tsx";
import { useEditSite } from "../actions/site.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { statusOf } from "../drafts/use-draft.ts";
import styles from "./Site.module.css";
import { SaveStatus } from "./SiteField.tsx";
import { useSiteDraft } from "./site-draft.ts";

const LABEL = SETTING_NAMES.social;

/** The links in their order. A link is saved once it has a name and a URL. */
export function SocialLinks({ site }: { site: SiteSettings }) {
  const { save } = useEditSite();
  const draft = useSiteDraft("social", JSON.stringify(site.social), (text) =>
    save({ social: readLinks(text).map(withProtocol) }, LABEL),
  );
  // One that is still blank is no text to save.
  const [isAdding, setAdding] = useState(false);
  const links = [...readLinks(draft.text), ...(isAdding ? [BLANK] : [])];
  // A button changes them as well, and focuses a field: Ctrl+Z there undoes that, even before the server has it.
  const isUntouched = draft.state !== "typing" && draft.state !== "unsaved";
  const list = useRef<HTMLOListElement>(null);
  const addId = useId();

  const type = (next: SocialLink[]) => {
    const text = JSON.stringify(withoutBlankEnd(next));
    setAdding(withoutBlankEnd(next) !== next);
    if (text !== draft.text) draft.type(text);
  };
  const saveLinks = (next: SocialLink[]) => {
    type(next);
    if (isWhole(withoutBlankEnd(next))) void draft.save();
  };
  const change = (index: number, change: Partial<SocialLink>) =>
    type(links.map((link, at) => (at === index ? { ...link, ...change } : link)));
  const onBlur = (event: FocusEvent) => {
    // The other half of a link may be typed next.
    if (isWhole(withoutBlankEnd(links))) draft.onBlur(event);
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
    flushSync(() => type([...links, BLANK]));
    list.current?.lastElementChild?.querySelector("input")?.focus();
  };

  return (
    <fieldset className={styles.links}>
      <legend className={styles.head}>
        <span>{LABEL}</span>
        <SaveStatus status={statusOf(draft)} />
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
              onChange={({ target }) => change(index, { label: target.value })}
              onBlur={onBlur}
              data-untouched={isUntouched || undefined}
            />
            <input
              aria-label={`Address of link ${index + 1}`}
              placeholder="https://instagram.com/…"
              maxLength={2_000}
              inputMode="url"
              value={link.url}
              onChange={({ target }) => change(index, { url: target.value })}
              onBlur={onBlur}
              data-untouched={isUntouched || undefined}
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
      {draft.reason && <p className={styles.error}>{draft.reason}</p>}
      <DraftNote draft={draft} noun="links" controlId={addId} />
      <div>
        <Button
          id={addId}
          why={links.length >= SOCIAL_MAX_LINKS && `There are at most ${SOCIAL_MAX_LINKS} links`}
          onClick={add}
        >
          Add link
        </Button>
      </div>
    </fieldset>
  );
}

/** People type URLs as they see them: instagram.com/mira. */
function withProtocol({ label, url }: SocialLink): SocialLink {
  const typed = url.trim();
  const isBare = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed);
  return { label: label.trim(), url: isBare ? `https://${typed}` : typed };
}

const BLANK: SocialLink = { label: "", url: "" };

/** The same list, unless its last link is blank. */
function withoutBlankEnd(links: SocialLink[]): SocialLink[] {
  const last = links.at(-1);
  return last && (last.label + last.url).trim() === "" ? links.slice(0, -1) : links;
}

const isWhole = (links: SocialLink[]) => links.every(({ label, url }) => label.trim() !== "" && url.trim() !== "");

/** Links that an earlier version kept may look different. */
function readLinks(text: string): SocialLink[] {
  try {
    const links: unknown = JSON.parse(text);
    return Array.isArray(links) ? links.map(({ label, url }) => ({ label: String(label), url: String(url) })) : [];
  } catch {
    return [];
  }
}
