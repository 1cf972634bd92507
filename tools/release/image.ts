import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { writeTar } from "./archive.ts";
import { type Architecture, unpackDebian } from "./debian.ts";
import { PLATFORMS, type Release } from "./program.ts";

/** busybox is the shell, for commands in the container. */
const SYSTEM = ["libc6", "busybox-static"];
const SHELL_NAMES = ["cat", "dirname", "env", "id", "ls", "readlink", "sh"];
const USER = 10_001;
const FOLDERS = ["data", "backup", "cache", "tmp"];
const SYSTEM_FILES = {
  "etc/passwd": `root:x:0:0::/:/bin/sh\nvitrine:x:${USER}:${USER}::/data:/bin/sh\n`,
  "etc/group": `root:x:0:\nvitrine:x:${USER}:\n`,
  "etc/nsswitch.conf": "hosts: files dns\n",
};

type Layer = { digest: string; size: number; diffId: string };
type Described = { mediaType: string; digest: string; size: number };

/** One image for two platforms in the layout of the Open Container Initiative, made of files alone: no engine is needed. */
export async function buildImage(home: string, { version, builtAt, target }: Release): Promise<void> {
  const layout = join(home, `vitrine-${version}-oci`);
  const blobs = join(layout, "blobs", "sha256");
  mkdirSync(blobs, { recursive: true });
  const created = new Date(builtAt * 1000).toISOString();

  const writeBlob = (bytes: string): Omit<Described, "mediaType"> => {
    const hash = sha256(bytes);
    writeFileSync(join(blobs, hash), bytes);
    return { digest: `sha256:${hash}`, size: Buffer.byteLength(bytes) };
  };
  const writeLayer = (folder: string, names: string[], more: string[] = []): Layer => {
    const tar = join(home, "layer.tar");
    writeTar(folder, names, tar, builtAt, more);
    const diffId = `sha256:${sha256(readFileSync(tar))}`;
    execFileSync("gzip", ["-6n", "--force", tar]);
    const bytes = readFileSync(`${tar}.gz`);
    const hash = sha256(bytes);
    renameSync(`${tar}.gz`, join(blobs, hash));
    return { digest: `sha256:${hash}`, size: bytes.length, diffId };
  };

  const manifests = PLATFORMS.flatMap(({ name, node, debian }) => {
    if (!debian) return [];
    const system = makeSystem(home, debian);
    const layers = [
      writeLayer(system, readdirSync(system)),
      writeLayer(makeFolders(home), FOLDERS, [`--owner=${USER}`, `--group=${USER}`, "--mode=0700"]),
      writeLayer(home, [name], [`--transform=s,^${name},app,`]),
    ];
    const config = writeBlob(JSON.stringify(configOf({ architecture: debian, node, created, layers })));
    const manifest = {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config: { mediaType: "application/vnd.oci.image.config.v1+json", ...config },
      layers: layers.map(({ digest, size }) => ({
        mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
        digest,
        size,
      })),
    };
    const platform = { os: "linux", architecture: debian };
    return [{ mediaType: manifest.mediaType, ...writeBlob(JSON.stringify(manifest)), platform }];
  });
  const mediaType = "application/vnd.oci.image.index.v1+json";
  const list = writeBlob(JSON.stringify({ schemaVersion: 2, mediaType, manifests }));
  // What podman and Docker call it when they load it.
  const name = `vitrine:${version}`;
  const annotations = {
    "org.opencontainers.image.ref.name": name,
    "io.containerd.image.name": `docker.io/library/${name}`,
  };
  const named = { mediaType, ...list, annotations };
  writeFileSync(join(layout, "index.json"), JSON.stringify({ schemaVersion: 2, mediaType, manifests: [named] }));
  writeFileSync(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  // The layers are compressed already. An engine looks for the index at the top.
  writeTar(layout, ["blobs", "index.json", "oci-layout"], join(target, `${basename(layout)}.tar`), builtAt);
}

function makeSystem(home: string, architecture: Architecture): string {
  const folder = join(home, "system");
  rmSync(folder, { recursive: true, force: true });
  for (const name of SYSTEM)
    cpSync(unpackDebian(architecture, name), folder, { recursive: true, verbatimSymlinks: true });
  // Tables of other character sets, and texts, which nothing here reads.
  for (const name of ["usr/share/doc-base", "usr/share/lintian", "usr/share/man"]) remove(folder, name);
  for (const triplet of ["x86_64-linux-gnu", "aarch64-linux-gnu"]) remove(folder, `usr/lib/${triplet}/gconv`);
  for (const [name, text] of Object.entries(SYSTEM_FILES)) {
    mkdirSync(join(folder, "etc"), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of SHELL_NAMES) symlinkSync("busybox", join(folder, "bin", name));
  mkdirSync(join(folder, "usr/local/bin"), { recursive: true });
  symlinkSync("/app/vitrine", join(folder, "usr/local/bin/vitrine"));
  return folder;
}

function remove(folder: string, name: string): void {
  if (existsSync(join(folder, name))) rmSync(join(folder, name), { recursive: true });
}

/** They belong to the user of the container. */
function makeFolders(home: string): string {
  const folder = join(home, "folders");
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

type Config = { architecture: Architecture; node: string; created: string; layers: Layer[] };

const configOf = ({ architecture, node, created, layers }: Config) => ({
  created,
  architecture,
  os: "linux",
  config: {
    User: String(USER),
    ExposedPorts: { "3000/tcp": {} },
    Env: [
      "PATH=/usr/local/bin:/usr/bin:/bin",
      "NODE_ENV=production",
      "HOST=0.0.0.0",
      "PORT=3000",
      "DATA_DIR=/data",
      "NODE_COMPILE_CACHE=/cache",
    ],
    Cmd: [`/app/node_modules/${node}/bin/node`, "--import=./bin/strip-types.mjs", "server/main.ts"],
    Volumes: { "/data": {}, "/backup": {} },
    WorkingDir: "/app",
  },
  rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
  history: layers.map(() => ({ created, created_by: "npm run release" })),
});

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
