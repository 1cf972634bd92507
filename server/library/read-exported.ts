import type { z } from "zod";
import { CannotStartError } from "../errors.ts";
import { describeIssue } from "../platform/http/describe-issue.ts";
import { parseJson } from "../platform/parse-json.ts";

/** The content of a JSON file of an export. */
export function readExported<Schema extends z.ZodType>(schema: Schema, json: string, name: string): z.infer<Schema> {
  const content = parseJson(json);
  if (content === undefined) throw new CannotStartError(`${name} is not JSON`);
  return checkExported(schema, content, name);
}

/** Errors say where it is wrong, because people also write it by hand. */
export function checkExported<Schema extends z.ZodType>(
  schema: Schema,
  content: unknown,
  name: string,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(content, { error: describeIssue });
  if (!error) return data;
  const [issue] = error.issues;
  throw new CannotStartError(`${name} is wrong at ${issue?.path.join(".")}: ${issue?.message}`);
}
