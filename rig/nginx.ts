import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { ensureProgram } from "./programs.ts";
import { stoppable } from "./stoppable.ts";
import { waitUntil } from "./wait-until.ts";

export type Nginx = AsyncDisposable & { url: string; stop(): Promise<void> };

/** One worker on loopback. `siteOn` gives the part of its configuration that serves on a port. */
export async function startNginx(siteOn: (port: number) => string): Promise<Nginx> {
  const nginx = await ensureProgram("nginx", "nginx-light");
  const home = await mkdtemp(join(tmpdir(), "vitrine-nginx-"));
  const port = await freePort();
  await writeFile(join(home, "nginx.conf"), configOf(home, siteOn(port)));
  const server = spawn(nginx, ["-p", home, "-c", join(home, "nginx.conf")], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil("nginx responds", () => fetch(url, { redirect: "manual" }).then(() => true));
  return stoppable({
    url,
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(home, { recursive: true, force: true });
    },
  });
}

/** Set up to serve plain files fast. */
export const plainFiles = (root: string) => (port: number) =>
  `
  types { image/jpeg jpg; }
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10000;
  server { listen 127.0.0.1:${port}; root ${root}; }`;

const configOf = (home: string, site: string) => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000;
  client_body_temp_path ${home};
  proxy_temp_path ${home};
${site}
}
`;
