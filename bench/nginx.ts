import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureProgram } from "./programs.ts";

/** One worker on loopback, as it would be set up to serve plain files fast. */
export async function startNginx(root: string): Promise<{ url: string; stop(): Promise<void> }> {
  const nginx = await ensureProgram("nginx", "nginx-light");
  const home = await mkdtemp(join(tmpdir(), "vitrine-nginx-"));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await writeFile(join(home, "nginx.conf"), configOf(home, root, port));
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

const configOf = (home: string, root: string, port: number) => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  types { image/jpeg jpg; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10000;
  keepalive_requests 1000000;
  client_body_temp_path ${home};
  server { listen 127.0.0.1:${port}; root ${root}; }
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
