import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { freePort } from "../rig/free-port.ts";
import { makePicture } from "../rig/make-picture.ts";
import { projectFiles } from "../rig/project-files.ts";
import { upload } from "../rig/upload.ts";
import { waitUntil } from "../rig/wait-until.ts";
import { bootstrap, CERTIFICATES, installNode, prepareNetwork } from "./operations/debian.ts";

/**
 * Follows deploy/Dockerfile line by line without a container engine: each stage is a clean Debian 12 made by debootstrap,
 * and RUN is chroot in new namespaces. Then it starts the image's command as its user, runs the health check, uploads a
 * photo, backs up and restores. Needs root, debootstrap, and a Node with npm in place of the build image's: `npx node proofs/prove-container.ts`.
 */
type Stage = { root: string; env: Record<string, string>; workdir: string; user: string };
type Image = Stage & { command: string[]; healthCheck: string[] };

const PASSWORD = "container proof";

await using temporary = await mkdtempDisposable(join(tmpdir(), "vitrine-container-"));
const home = temporary.path;
const image = await buildImage(readFileSync("deploy/Dockerfile", "utf8"));
await tryImage(image);
console.log(
  "The Dockerfile works: it builds, is healthy, accepts photos, backs up and restores, does not run as root, and stops on SIGTERM.",
);

async function buildImage(dockerfile: string): Promise<Image> {
  const base = join(home, "debian");
  console.log("debootstrap bookworm");
  await bootstrap(base);
  prepareNetwork(base);

  const stages = new Map<string, Stage>();
  let stage: Stage = { root: base, env: {}, workdir: "/", user: "root" };
  let command: string[] = [];
  let healthCheck: string[] = [];
  for (const line of instructions(dockerfile)) {
    console.log(line);
    const [word = "", ...rest] = line.split(/\s+/);
    const parameters = line.slice(word.length).trim();
    if (word === "FROM") {
      const [image = "", , name = `stage-${stages.size}`] = rest;
      stage = { root: join(home, name), env: {}, workdir: "/", user: "root" };
      execFileSync("cp", ["--archive", base, stage.root]);
      if (image.startsWith("node:")) installNode(stage.root);
      stages.set(name, stage);
    } else if (word === "RUN") run(stage, ["sh", "-c", parameters]);
    else if (word === "WORKDIR") {
      stage.workdir = parameters;
      mkdirSync(join(stage.root, parameters), { recursive: true });
    } else if (word === "ENV") Object.assign(stage.env, Object.fromEntries(rest.map((pair) => pair.split("="))));
    else if (word === "USER") stage.user = parameters;
    else if (word === "COPY") copy(stage, stages, rest);
    else if (word === "CMD") command = JSON.parse(parameters);
    else if (word === "HEALTHCHECK") healthCheck = JSON.parse(parameters.slice(parameters.indexOf("[")));
    else if (word !== "VOLUME" && word !== "EXPOSE") throw new Error(`This proof does not support ${word}`);
  }
  return { ...stage, command, healthCheck };
}

function instructions(dockerfile: string): string[] {
  const lines = dockerfile.replaceAll("\\\n", " ").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

function copy(stage: Stage, stages: Map<string, Stage>, parameters: string[]): void {
  const target = join(stage.root, stage.workdir, parameters.at(-1) ?? "");
  const [first = ""] = parameters;
  if (first.startsWith("--from=")) {
    const source = stages.get(first.slice("--from=".length));
    if (!source) throw new Error(`There is no stage ${first}`);
    execFileSync("cp", ["--archive", join(source.root, parameters[1] ?? ""), join(stage.root, parameters[2] ?? "")]);
    return;
  }
  const sources = parameters.slice(0, -1);
  // Like the build's context: without node_modules and builds.
  for (const source of sources) {
    for (const file of projectFiles(source, join(source, "**/*"))) {
      const inside = file === source ? source : file.slice(source.length + 1);
      mkdirSync(dirname(join(target, inside)), { recursive: true });
      cpSync(file, join(target, inside));
    }
  }
}

function run(stage: Stage, command: string[]): void {
  const [program, parameters] = inside(stage, command);
  execFileSync(program, parameters, { stdio: ["ignore", "inherit", "inherit"] });
}

/** In new mount and process namespaces, so that nothing stays mounted and the program is process 1. */
function inside(stage: Stage, command: string[], env: Record<string, string> = {}): [string, string[]] {
  const setUp = 'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$@"';
  const variables = {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    HOME: "/tmp",
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
    ...stage.env,
    ...env,
  };
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const start = ["env", "-i", "-C", stage.workdir, ...settings, ...command];
  return [
    "unshare",
    ["--mount", "--pid", "--fork", "sh", "-c", setUp, stage.root, `--userspec=${stage.user}`, stage.root, ...start],
  ];
}

async function tryImage(image: Image): Promise<void> {
  const env = { PORT: String(await freePort()), HOST: "127.0.0.1", ADMIN_PASSWORD: PASSWORD };
  const library = join(image.root, "data");
  // A new volume starts as the image's folder, and a backup can only be restored into an empty one.
  if (readdirSync(library).length > 0) throw new Error(`/data has ${readdirSync(library)}`);
  const [program, parameters] = inside(image, image.command, env);
  const server = spawn(program, parameters, { stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
  try {
    await whenHealthy(image, env);
    const site = `http://127.0.0.1:${env.PORT}`;
    const { status } = await fetch(site);
    if (status !== 200) throw new Error(`The home page returned ${status}`);
    await uploadPhoto(site);
    const owner = execFileSync("stat", ["--format=%u", join(image.root, "data/vitrine.sqlite")], { encoding: "utf8" });
    if (owner.trim() === "0") throw new Error("The server runs as root");
    run(image, ["vitrine", "backup", "/backup"]);
  } finally {
    // The server is the only child of unshare, which exits with its status.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim();
    if (children) process.kill(Number(children), "SIGTERM");
  }
  const status = await ended;
  if (status !== 0) throw new Error(`The server exited with ${status} on SIGTERM`);
  for (const name of readdirSync(library)) rmSync(join(library, name), { recursive: true });
  run(image, ["vitrine", "restore", "/backup"]);
  run(image, ["vitrine", "doctor", "--verify"]);
}

async function whenHealthy(image: Image, env: Record<string, string>): Promise<void> {
  const [program, parameters] = inside(image, image.healthCheck, env);
  // A check that fails throws.
  await waitUntil("the container is healthy", async () => {
    execFileSync(program, parameters, { stdio: "ignore" });
    return true;
  });
}

async function uploadPhoto(site: string): Promise<void> {
  const { token } = await createClient(site).call(login, { body: { email: "admin@example.com", password: PASSWORD } });
  const owner = createClient(site, token);
  const { album } = await owner.call(createAlbum, { body: { title: "Proof", category: "urban" } });
  const bytes = await makePicture({ width: 1600, height: 900 });
  const { status, body } = await upload(owner, album, [{ name: "proof.jpg", bytes }]);
  if (status !== 201) throw new Error(`The upload returned ${status}: ${JSON.stringify(body)}`);
}
