import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureProgram } from "./programs.ts";

/** One worker on loopback that does what the part of its configuration says which a port is given to. */
export async function startNginx(siteOn: (port: number) => string): Promise<{ url: string; stop(): Promise<void> }> {
  const nginx = await ensureProgram("nginx", "nginx-light");
  const home = await mkdtemp(join(tmpdir(), "vitrine-nginx-"));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await writeFile(join(home, "nginx.conf"), configOf(home, siteOn(port)));
  const server = spawn(nginx, ["-p", home, "-c", join(home, "nginx.conf")], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  await whenUp(url);
  return {
    url,
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** As it would be set up to serve plain files fast. */
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

async function whenUp(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error("nginx did not start");
}
