import type { PageKind } from "../../../contract/limits.ts";
import { RESERVED_KEYS } from "../../../contract/paths.ts";
import type { PageId } from "../../../contract/written-pages.ts";
import type { Db } from "../../db/schema.ts";
import { findCategory, findCategoryByFormerKey } from "../shown/categories.queries.ts";
import { findPageByFormerSlug, findPageBySlug } from "./written-pages.queries.ts";

// Pages and categories share the first part of a URL. What had an address keeps it: it redirects.

/** The sentence for someone who chooses this key for a category. Undefined when no page has it. */
export async function pageWithKey(db: Db, key: string): Promise<string | undefined> {
  const page = (await findPageBySlug(db, "page", key)) ?? (await findPageByFormerSlug(db, "page", key));
  return page && `The address /${key} belongs to the page “${page.title}”`;
}

type Chosen = { kind: PageKind; slug: string; id?: PageId | undefined };

/** Why this page cannot have the slug. Undefined when it can. */
export async function whySlugIsTaken(db: Db, { kind, slug, id }: Chosen): Promise<string | undefined> {
  const other = (await findPageBySlug(db, kind, slug)) ?? (await findPageByFormerSlug(db, kind, slug));
  if (other && other.id !== id) {
    return `This address belongs to the ${kind === "page" ? "page" : "entry"} “${other.title}”`;
  }
  if (kind === "entry") return undefined;
  if (RESERVED_KEYS.includes(slug)) return `The address /${slug} is used by the site itself. Choose another one`;
  const category = (await findCategory(db, slug)) ?? (await findCategoryByFormerKey(db, slug));
  return category && `The address /${slug} belongs to the category “${category.name}”`;
}
