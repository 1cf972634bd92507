import { readFileSync } from "node:fs";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { projectFiles } from "../rig/project-files.ts";
import { describeVariables } from "../server/variables.ts";

const read = (path: string) => readFileSync(path, "utf8");
const { version } = JSON.parse(read("package.json"));
const variables = new Set(
  describeVariables()
    .match(/^ {2}[A-Z_]+/gm)
    ?.map((name) => name.trim()),
);

test("Unraid's template is XML with the fields that Unraid reads, and names what the server knows", () => {
  const text = read("deploy/unraid.xml");
  expect(XMLValidator.validate(text)).toBe(true);
  const { Container: template } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(text);

  expect(template).toMatchObject({
    version: "2",
    Name: "vitrine",
    Repository: `vitrine:${version}`,
    Network: "bridge",
  });
  for (const field of ["Overview", "Category", "WebUI", "ExtraParams"]) expect(template[field]).toBeTruthy();
  const targets = new Map<string, string[]>();
  for (const { Type, Target } of template.Config) targets.set(Type, [...(targets.get(Type) ?? []), Target]);
  expect(targets.get("Port")).toEqual(["3000"]);
  expect(targets.get("Path")).toEqual(["/data", "/backup"]);
  for (const name of targets.get("Variable") ?? []) expect(variables).toContain(name);
});

test("Coolify's template has the head that Coolify reads, and names what the server knows", () => {
  const text = read("deploy/coolify.yaml");
  const head = Object.fromEntries([...text.matchAll(/^# (\w+): (.+)$/gm)].map(([, name, value]) => [name, value]));
  const { vitrine } = parseYaml(text).services;

  expect(Object.keys(head)).toEqual(["documentation", "slogan", "category", "tags", "logo", "port"]);
  expect(vitrine.image).toBe(`vitrine:${version}`);
  expect(vitrine.environment).toContain(`SERVICE_URL_VITRINE_${head.port}`);
  const names = vitrine.environment.map((line: string) => line.split("=")[0]);
  for (const name of names.filter((name: string) => !name.startsWith("SERVICE_"))) expect(variables).toContain(name);
});

test("YunoHost's manifest is of this version, and its files hold no word that YunoHost would not fill in", () => {
  const manifest = parseToml(read("deploy/yunohost/manifest.toml"));
  expect(manifest).toMatchObject({ packaging_format: 2, id: "vitrine", version: `${version}~ynh1` });
  expect(read("deploy/yunohost/LICENSE")).toBe(read("LICENSE"));

  const filled = ["APP", "ADMIN_EMAIL", "DATA_DIR", "DOMAIN", "INSTALL_DIR", "PORT"];
  for (const path of projectFiles("deploy/yunohost/conf/*")) {
    for (const [, name] of read(path).matchAll(/__([A-Z_]+?)__/g)) expect(filled, path).toContain(name);
  }
  for (const [, name] of read("deploy/yunohost/conf/vitrine.env").matchAll(/^(\w+)=/gm))
    expect(variables).toContain(name);
});

test("the chart is of this version, its templates are YAML, and its parts find each other", () => {
  expect(parseYaml(read("deploy/helm/Chart.yaml"))).toMatchObject({ apiVersion: "v2", version, appVersion: version });
  const parts = projectFiles("deploy/helm/templates/*.yaml").map((path) => parseYaml(withoutActions(read(path))));
  const kinds = Object.fromEntries(parts.map((part) => [part.kind, part]));

  expect(Object.keys(kinds).sort()).toEqual(["Deployment", "Ingress", "PodDisruptionBudget", "Service"]);
  const { selector, template } = kinds.Deployment.spec;
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(kinds.Service.spec.selector).toEqual(selector.matchLabels);
  expect(kinds.PodDisruptionBudget.spec.selector).toEqual(selector);
  const [container] = template.spec.containers;
  expect(kinds.Service.spec.ports[0].targetPort).toBe(container.ports[0].name);
  const volumes = template.spec.volumes.map(({ name }: { name: string }) => name);
  expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
});

test("the chart uses each of its values and no others, and sets what the server knows", () => {
  const templates = projectFiles("deploy/helm/templates/*.yaml").map(read).join("\n");
  const used = new Set([...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path));

  expect([...used].sort()).toEqual(leaves(parseYaml(read("deploy/helm/values.yaml"))).sort());
  const named = [...templates.matchAll(/- name: ([A-Z_]+)$|"([A-Z_]+)"/gm)].map(([, set, listed]) => set ?? listed);
  expect(named).toContain("DATABASE_URL");
  for (const name of named) expect(variables).toContain(name);
});

/** What the parts would look like with every condition met, and each value a word. Helm itself is in no package registry. */
const withoutActions = (template: string) =>
  template.replaceAll(/^ *\{\{-.*\}\}\n/gm, "").replaceAll(/"?\{\{[^}]*\}\}(:\{\{[^}]*\}\})?"?/g, "word");

/** Taken over as they are, not piece by piece. */
const WHOLE = ["settings", "resources", "ingress.annotations"];

function leaves(values: object, before = ""): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = before + name;
    return typeof value === "object" && !WHOLE.includes(path) ? leaves(value, `${path}.`) : [path];
  });
}
