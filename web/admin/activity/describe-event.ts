import type { ActivityAction, ActivityEvent } from "../../../contract/activity.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";

/** Events of older versions name an album only by its URL. */
type Detail = ActivityEvent["detail"];

const photos = (count: unknown) => countPhotos(Number(count));
const removedCount = (count: unknown, noun: string) => (count ? `${count} ${count === 1 ? noun : `${noun}s`}` : "");
const named = (detail: Detail) => (detail.name ? ` "${detail.name}"` : "");

/** The Site screen has the portrait in a part of its own, under this heading. */
const RECORDED_NAMES: Record<string, string> = { ...SETTING_NAMES, portrait: "Portrait" };
/** Settings of another version are shown by their field. */
const settingName = (field: string) => (Object.hasOwn(RECORDED_NAMES, field) ? RECORDED_NAMES[field] : field);

const SENTENCES: Record<ActivityAction, (detail: Detail) => string> = {
  "sign-in": ({ passkey }) => (passkey ? `Signed in with the passkey "${passkey}"` : "Signed in"),
  "sign-in-failed": (detail) => (detail.with === "passkey" ? "Failed to sign in with a passkey" : "Failed to sign in"),
  "sign-out": () => "Signed out",
  "session-ended": () => "Ended a session",
  "other-sessions-ended": () => "Ended all other sessions",
  "set-up": () => "Set the first password",
  "set-up-refused": () => "Was not allowed to set the first password",
  "password-set": ({ passkeys, tokens }) => {
    const removed = [removedCount(passkeys, "passkey"), removedCount(tokens, "token")].filter(Boolean);
    return `Changed the password${removed.length > 0 ? ` and removed ${removed.join(" and ")}` : ""}`;
  },
  "admin-email-set": ({ before }) => `Changed the email address${before ? ` from ${before}` : ""}`,
  "admin-name-set": () => "Changed the name",
  "passkey-added": (detail) => `Added the passkey${named(detail)}`,
  "passkey-removed": (detail) => `Removed the passkey${named(detail)}`,
  "token-added": (detail) => `Added the token${named(detail)}`,
  "token-removed": (detail) => `Removed the token${named(detail)}`,
  "photos-uploaded": ({ photos: count, album, title, failed }) =>
    `Uploaded ${photos(count)} to ${title ?? album}${Number(failed) > 0 ? `, ${failed} failed` : ""}`,
  "file-replaced": ({ photo }) => `Replaced the file of photo ${photo}`,
  "file-reverted": ({ photo }) => `Brought back the earlier file of photo ${photo}`,
  "inbox-taken": ({ photos: count, replaced, texts, title }) => {
    const done = [
      Number(count) > 0 && `took ${photos(count)}`,
      Number(replaced) > 0 && `replaced ${photos(replaced)}`,
      Number(texts) > 0 && `took the texts of ${photos(texts)}`,
    ].filter(Boolean);
    return `From the inbox into ${title}: ${done.join(", ")}`;
  },
  "inbox-refused": ({ file, folder, reason }) => `Refused ${folder ? `${folder}/` : ""}${file} in the inbox: ${reason}`,
  "visibility-changed": ({ photos: count, album, page, title, category, visibility }) => {
    if (category) return `Made the category ${category} ${visibility}`;
    if (album) return `Made the album ${title ?? album} ${visibility === "draft" ? "a draft" : visibility}`;
    if (page) return `Made the page ${title} ${visibility === "draft" ? "a draft" : visibility}`;
    return `Made ${photos(count)} ${visibility}`;
  },
  "sequence-published": ({ title, version }) => `Published the version "${version}" of ${title}`,
  "photos-trashed": ({ photos: count }) => `Moved ${photos(count)} to the trash`,
  "photos-restored": ({ photos: count }) => `Restored ${photos(count)} from the trash`,
  "photo-deleted": ({ deleted_count }) => `Permanently deleted ${photos(deleted_count)}`,
  "trash-emptied": ({ deleted_count }) => `Emptied the trash: ${photos(deleted_count)}`,
  "draft-linked": ({ title }) => `Made a link that shows the draft “${title}”`,
  "draft-links-ended": ({ title }) => `Ended all links to the draft “${title}”`,
  "album-deleted": ({ slug, title }) => `Deleted the album ${title ?? slug}`,
  "messages-deleted": ({ messages, days }) =>
    `Deleted ${messages === 1 ? "1 message" : `${messages} messages`} older than ${days} days`,
  "page-deleted": ({ title }) => `Deleted the page ${title}`,
  "room-created": ({ room }) => `Made the viewing room ${room}`,
  "room-deleted": ({ room }) => `Deleted the viewing room ${room}`,
  "room-unlock-failed": ({ room }) => `Entered a wrong password for the viewing room ${room}`,
  "original-downloaded": ({ photo }) => `Downloaded the original of photo ${photo}`,
  "collection-downloaded": () => "Downloaded the quick collection",
  "library-exported": ({ photos: count }) =>
    count === undefined ? "Exported the library" : `Exported ${photos(count)}`,
  backup: ({ photos: count, fingerprint }) =>
    `Backed up ${photos(count)}${fingerprint ? `, fingerprint ${fingerprint}` : ""}`,
  "settings-changed": ({ fields }) =>
    `Changed the site's settings: ${String(fields).split(", ").map(settingName).join(", ")}`,
  "trash-retention-set": ({ days }) =>
    Number(days) === 0 ? "Set photos to stay in the trash" : `Set photos in the trash to be deleted after ${days} days`,
  "visitor-data-set": ({ of, days }) => {
    const what = of === "rooms" ? "viewing rooms" : "messages";
    if (Number(days) === 0) return `Set ${what} to be kept`;
    return `Set ${what} to be deleted ${days} days after they ${of === "rooms" ? "end" : "arrive"}`;
  },
  "batch-started": ({ photos: count }) => `Started making pictures of ${photos(count)}`,
};

/** A sentence for the list. Events that another version recorded are shown by their name. */
export function describeEvent({ action, detail }: ActivityEvent): string {
  // The key may be unknown, which `hasOwn` finds out.
  return Object.hasOwn(SENTENCES, action) ? SENTENCES[action as ActivityAction](detail) : action;
}
