import { z } from "zod";
import { SLUG_MAX_CHARS } from "./limits.ts";
import { isSlug } from "./slug.ts";

/** PostgreSQL cannot store NUL, and a lone surrogate cannot be written as UTF-8. */
const isStorable = (value: string) => !value.includes("\0") && value.isWellFormed();

export const storableText = (maxChars: number) =>
  z.string().max(maxChars).refine(isStorable, "Contains characters that cannot be stored");

/** Must not be empty; surrounding white space is dropped. `ask` is the sentence for a missing one: "Enter a title". */
export const requiredText = (maxChars: number, ask: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? ask : undefined) })
    .trim()
    .min(1, ask)
    .pipe(storableText(maxChars));

/** A moment, in any zone; stored in UTC. */
export const Moment = z.iso
  .datetime({ offset: true, error: "Enter a date and a time, such as 2026-05-17T09:00:00Z" })
  .transform((moment) => new Date(moment).toISOString());

/** When something expires: a moment, or a day, which counts in full. */
export const endOfDayOrMoment = z.union([z.iso.date().transform((day) => `${day}T23:59:59.999Z`), Moment]);

/** A flag in a query string. */
export const QueryFlag = z.enum(["1", "0", "true", "false"]).transform((value) => value === "1" || value === "true");

/** Fits PostgreSQL's integer, so that no number a client sends can be out of range there. */
export const Id = z.coerce.number().int().min(1).max(2_147_483_647);

/** A slug that the owner writes: those made from titles look the same. */
export const newSlug = (ask: string) =>
  requiredText(SLUG_MAX_CHARS, ask).refine(
    isSlug,
    "Use lowercase letters without accents, digits, and single hyphens between them",
  );

/** A slug in a URL. What cannot be one is not found. A browser may spell its letters in another way (NFD). */
export const slugInPath = z
  .string()
  .normalize()
  .regex(/^[\p{L}\p{M}\p{N}-]{1,300}$/u);

/** The part of an album's URL that is made from its title. */
export const Slug = slugInPath.meta({ entity: "Album" });
