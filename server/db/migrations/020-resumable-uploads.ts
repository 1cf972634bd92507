import { type AnyDb, run } from "../migration.ts";

/** Uploads that continue after an interruption. Without references: deleting a photo must not wait for this row. */
export const up = (db: AnyDb) =>
  run(db, [
    `create table upload (
      id text primary key,
      filename text not null,
      album text not null,
      file_modified_on text,
      actor text not null,
      address text not null,
      length bigint not null,
      received bigint not null,
      parts text not null,
      state text not null,
      photo_id integer,
      duplicate_of integer,
      error text,
      expires_at text not null
    )`,
    "create index upload_expires_at on upload (expires_at)",
  ]);
