import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import { unpackContent } from "../contract/page-json.ts";
import { buildForServer } from "../server/pages/build-web.ts";
import type { PlainPage } from "./plain-page.tsx";

const REACT_NAMES: Record<string, string> = {
  charset: "charSet",
  crossorigin: "crossOrigin",
  imagesrcset: "imageSrcSet",
  imagesizes: "imageSizes",
  fetchpriority: "fetchPriority",
};

/** Starts bare-routes.ts with the parts of one of our pages, kept in `folder`. */
export async function startBareRoutes(html: string, folder: string) {
  // Vite reads it.
  process.env.NODE_ENV = "production";
  await buildForServer("bench/plain-page.tsx", folder);
  // Compressed like ours, so that both send the same number of bytes.
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  await writeFile(join(folder, "page.br"), packed);
  await writeFile(join(folder, "parts.json"), JSON.stringify(takeApart(html)));
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-routes.ts"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  };
  try {
    const [url] = await once(createInterface(child.stdout), "line");
    await expectSamePage(html, `${url}/page`);
    return { url: String(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The page's elements as React props. */
function takeApart(html: string): PlainPage {
  const [, head = ""] = html.split(/<\/?head>/);
  const block = (of: string, type: string) =>
    JSON.parse(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`, "s").exec(of)?.[1] ?? "");
  const tags = [...head.matchAll(/<(meta|link|title|script)((?: [\w-]+(?:="[^"]*")?)*)>(?:([^<{]*)<\/)?/g)];
  const wake = /<script data-program[^>]*>(.*?)<\/script>/s.exec(head)?.[1];
  const sent = block(html, "application/json");
  return {
    head: tags
      .filter(([tag]) => !tag.includes("ld+json"))
      .map(([, type = "", attributes = "", text]) => ({
        type,
        props: { ...propsOf(attributes), ...childrenOf(type === "script" ? wake : text) },
      })),
    structured: block(head, "application/ld\\+json"),
    page: { ...sent, content: unpackContent(sent.content) },
    sent,
  };
}

const childrenOf = (text: string | undefined): Record<string, string> => (text ? { children: text } : {});

function propsOf(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [REACT_NAMES[name] ?? name, value]));
}

/** The yardstick must render the same page: no less, and no more. */
async function expectSamePage(html: string, url: string) {
  const plain = await (await fetch(url)).text();
  const rootOf = (page: string) => /<div id="root">(.*)<\/div>\s*<script/s.exec(page)?.[1];
  if (rootOf(plain) !== rootOf(html)) throw new Error("The yardstick renders a different page");
  const surplus = plain.length / html.length - 1;
  if (Math.abs(surplus) > 0.01)
    throw new Error(`The yardstick's page differs in length by ${(surplus * 100).toFixed(1)} %`);
}
