import { dirname, join } from "node:path";
import { parseSync } from "vite";

/** One name that a module imports; `*` means all of them. */
export type Import = { name: string; target: string; isType: boolean };
/** A name that a module re-exports as `exportName`; `*` means all of the target's. */
type Reexport = { exportName: string; name: string; target: string };

export type Module = {
  path: string;
  imports: Import[];
  reexports: Reexport[];
  /** Its Kysely calls that build or run a query. */
  queryCalls: string[];
};

/** Methods that start a query. */
const QUERY_METHODS = ["selectFrom", "insertInto", "updateTable", "deleteFrom", "replaceInto", "mergeInto"];
const RUN_METHODS = ["executeTakeFirst", "executeTakeFirstOrThrow"];
/** Only these files are searched node by node: walking every syntax tree would take seconds. */
const WORTH_WALKING = new RegExp(`\\b(${[...QUERY_METHODS, ...RUN_METHODS, "execute", "sql", "import"].join("|")})\\b`);

export function readModule(path: string, source: string): Module {
  const { module, program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const reexports: Reexport[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const target = resolve(path, moduleRequest.value);
    // An import for its effects alone names nothing.
    if (entries.length === 0) imports.push({ name: "*", target, isType: false });
    for (const { importName, isType } of entries) imports.push({ name: importName.name ?? "*", target, isType });
  }
  for (const { moduleRequest, importName, exportName, isType } of module.staticExports.flatMap((one) => one.entries)) {
    if (!moduleRequest) continue;
    const target = resolve(path, moduleRequest.value);
    const name = importName.name ?? "*";
    imports.push({ name, target, isType });
    reexports.push({ exportName: exportName.name ?? "*", name, target });
  }
  const queryCalls: string[] = [];
  if (WORTH_WALKING.test(source)) {
    walk(program, (node) => {
      const imported = importExpression(node);
      if (imported) imports.push({ name: "*", target: resolve(path, imported.from), isType: imported.isType });
      const call = queryCall(node);
      if (call) queryCalls.push(call);
    });
  }
  return { path, imports, reexports, queryCalls };
}

type Node = Record<string, unknown>;

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit);
  else if (isNode(node)) {
    visit(node);
    for (const child of Object.values(node)) if (typeof child === "object") walk(child, visit);
  }
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** `import("./x.ts")`, as a value or as a type. */
function importExpression({ type, source }: Node): { from: string; isType: boolean } | undefined {
  if (type !== "ImportExpression" && type !== "TSImportType") return undefined;
  const from = isNode(source) ? source.value : undefined;
  return typeof from === "string" ? { from, isType: type === "TSImportType" } : undefined;
}

function queryCall(node: Node): string | undefined {
  if (node.type === "TaggedTemplateExpression")
    return isNode(node.tag) && node.tag.name === "sql" ? "sql``" : undefined;
  if (node.type !== "CallExpression" || !isNode(node.callee) || !isNode(node.callee.property)) return undefined;
  const method = String(node.callee.property.name);
  const isQuery = QUERY_METHODS.includes(method) || RUN_METHODS.includes(method);
  // With an argument it is a transaction, which services may open.
  const isRun = method === "execute" && Array.isArray(node.arguments) && node.arguments.length === 0;
  return isQuery || isRun ? `.${method}()` : undefined;
}

/** Relative imports as paths from the project's root; packages by name. */
function resolve(path: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(path), specifier.replace(/\?.*$/, "")) : specifier;
}
