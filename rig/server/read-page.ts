import type { TestServer } from "./start-test-server.ts";

/** A public page as a visitor's browser receives it. */
export async function html({ visitor }: TestServer, path: string) {
  const response = await visitor.fetch(path, { redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const metaOf = (text: string, key: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(text)?.[1];

export const embeddedIn = (text: string) => JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? "null");
