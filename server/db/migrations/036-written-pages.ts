import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Pages and journal entries that the owner writes, their earlier versions, and their former addresses. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table written_page (
      id ${newId(dialect)},
      kind text not null,
      slug text not null,
      title text not null,
      summary text not null,
      status text not null,
      in_menu integer not null,
      position integer,
      published_on text,
      changed_on text not null,
      revision integer not null,
      blocks text not null,
      feed_id text not null
    )`,
    "create unique index written_page_slug on written_page (slug, kind)",
    "create index written_page_published on written_page (kind, status, published_on)",
    `create table written_page_version (
      id ${newId(dialect)},
      page_id integer not null references written_page (id) on delete cascade,
      title text not null,
      summary text not null,
      blocks text not null,
      saved_on text not null
    )`,
    "create index written_page_version_page on written_page_version (page_id, id)",
    `create table former_page_slug (
      id ${newId(dialect)},
      kind text not null,
      slug text not null,
      page_id integer not null references written_page (id) on delete cascade
    )`,
    "create unique index former_page_slug_slug on former_page_slug (slug, kind)",
    "create index former_page_slug_page on former_page_slug (page_id)",
  ]);
