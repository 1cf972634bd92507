import { existsSync, readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

/** In a release the files have no types any more (tools/release/program.ts), which Node would look for at each start. */
const isStripped = existsSync(new URL("types-are-stripped", import.meta.url));
/** Node does not strip types below node_modules, where an installed package can be. */
const isPackage = import.meta.url.includes("/node_modules/");

if (isStripped || isPackage) {
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", source: isStripped ? text : stripTypeScriptTypes(text), shortCircuit: true };
    },
  });
}
