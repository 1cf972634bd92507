import type { z } from "zod";

/**
 * A sentence for a person about any value that a schema refuses; pass it to `safeParse` as `error`. A message written in
 * the schema itself has precedence.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = labelOf(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue.input) ? `${field} is required` : `${field} must be ${TYPES[issue.expected] ?? "valid"}`;
    case "too_big":
      return `${field} ${limit(issue.origin, "at most", Number(issue.maximum))}`;
    case "too_small":
      if (issue.origin === "string" && Number(issue.minimum) === 1) return `${field} must not be empty`;
      return `${field} ${limit(issue.origin, "at least", Number(issue.minimum))}`;
    case "invalid_value":
      return `${field} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return Array.isArray(issue.options)
        ? `${field} must be one of ${issue.options.map(String).join(", ")}`
        : `${field} is not valid`;
    case "invalid_format":
      return `${field} has the wrong format`;
    default:
      return `${field} is not valid`;
  }
}

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** A number that was coerced from a missing value is NaN. */
const isMissing = (input: unknown) => input === undefined || input === null;

function limit(origin: string, bound: string, count: number): string {
  if (origin === "string") return `must have ${bound} ${count} ${count === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `must have ${bound} ${count} ${count === 1 ? "entry" : "entries"}`;
  return `must be ${bound} ${count}`;
}

/** The innermost name in the path: `change.album_id` is "Album id". */
function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((key) => typeof key === "string");
  if (name === undefined) return "The request";
  const words = String(name).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
