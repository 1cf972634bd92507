import { isTestCode } from "./layers.ts";
import type { Module } from "./read-module.ts";

/** For each node, the nodes it leads to, each with an example. */
type Graph = Map<string, Map<string, string>>;

export function fileCircles(modules: readonly Module[]): string[] {
  const graph: Graph = new Map();
  for (const { path, imports } of modules) {
    for (const { target } of imports) connect(graph, path, target, `${path} imports ${target}`);
  }
  return circlesOf(graph).map((circle) => `circle of files: ${circle.join(", ")}`);
}

/** Between sibling folders. Files directly in their parent do not count: folders may import them and vice versa. */
export function folderCircles(modules: readonly Module[]): string[] {
  const graphs = new Map<string, Graph>();
  for (const { path, imports } of modules.filter(({ path }) => !isTestCode(path))) {
    for (const { target } of imports) {
      const [from, to] = siblings(path, target) ?? [];
      if (from === undefined || to === undefined) continue;
      const parent = from.slice(0, from.lastIndexOf("/") + 1);
      const graph = graphs.get(parent) ?? new Map();
      graphs.set(parent, graph);
      connect(graph, from, to, `${path} imports ${target}`);
    }
  }
  return [...graphs.values()].flatMap((graph) =>
    circlesOf(graph).map((circle) => {
      const ways = circle.flatMap((from) => circle.flatMap((to) => graph.get(from)?.get(to) ?? []));
      return [`circle of folders: ${circle.join(", ")}`, ...ways.map((way) => `    ${way}`)].join("\n");
    }),
  );
}

/** The sibling folders that an import leads from and to. */
function siblings(path: string, target: string): [string, string] | undefined {
  const [from, to] = [path.split("/"), target.split("/")];
  const depth = from.findIndex((part, index) => part !== to[index]);
  // The last part is the file.
  if (depth >= from.length - 1 || depth >= to.length - 1) return undefined;
  return [from.slice(0, depth + 1).join("/"), to.slice(0, depth + 1).join("/")];
}

function connect(graph: Graph, from: string, to: string, how: string): void {
  const ways = graph.get(from) ?? new Map<string, string>();
  graph.set(from, ways);
  if (from !== to && !ways.has(to)) ways.set(to, how);
}

/** Groups whose members all lead to each other, by Tarjan's algorithm. */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    let low = own;
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? own);
    }
    lowest.set(node, low);
    if (low === own) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of [...graph.keys()].sort()) if (!order.has(node)) visit(node);
  return circles;
}
