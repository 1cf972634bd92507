import { spawn } from "node:child_process";

/**
 * The server as in production, started anew when a source changes: it builds the pages whose sources changed, and
 * nothing behaves otherwise than it will for visitors. A second server with hot reloading was the alternative; it would
 * need a content policy of its own and hide what server rendering does.
 */
const watched = ["server", "web", "contract", "tools"].map((folder) => `--watch-path=${folder}`);
const server = spawn(process.execPath, [...watched, "--watch-preserve-output", "server/main.ts"], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
