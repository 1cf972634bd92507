import { type ExpressionBuilder, sql } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Db, NewPhotoRow, Schema } from "../../platform/db/schema.ts";

/** Which of the sizes made at upload stand: columns for the admin's view of a photo. */
export const variantFlags = (eb: ExpressionBuilder<Schema, "photo">) =>
  [hasVariant(eb, "thumb"), hasVariant(eb, "medium")] as const;

function hasVariant<Size extends "thumb" | "medium">(eb: ExpressionBuilder<Schema, "photo">, size: Size) {
  const standing = eb
    .selectFrom("variant")
    .select(sql.lit(1).as("one"))
    .whereRef("variant.photo_id", "=", "photo.id")
    .where("variant.size", "=", size);
  return eb
    .case()
    .when(eb.exists(standing))
    .then(1)
    .else(0)
    .end()
    .as(`has_${size}` as const);
}

export function insertPhoto(db: Db, row: NewPhotoRow) {
  return db.insertInto("photo").values(row).returning("id").executeTakeFirstOrThrow();
}

/** Undefined when the photo does not exist. */
export function findPhoto(db: Db, id: PhotoId) {
  return db.selectFrom("photo").selectAll().select(variantFlags).where("id", "=", id).executeTakeFirst();
}

export function findPhotoByInternalId(db: Db, internalId: string) {
  return db.selectFrom("photo").selectAll().where("internal_id", "=", internalId).executeTakeFirst();
}
