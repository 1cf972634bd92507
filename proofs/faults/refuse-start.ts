import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startServerProcess } from "../../rig/server-process.ts";
import { newLedger, startWithAlbum, uploadOne } from "./ledger.ts";
import { verifyByRestart } from "./verify-ledger.ts";

/** A second server, and storage whose disk is not mounted, are refused with one line, and nothing is lost. */
export async function refuseStart(dataDir: string): Promise<void> {
  const disk = join(dataDir, "disk");
  const storage = join(dataDir, "storage");
  for (const folder of [disk, storage]) mkdirSync(folder);
  const mount = () => execFileSync("mount", ["--bind", disk, storage]);
  const unmount = () => execFileSync("umount", [storage]);
  mount();
  try {
    const ledger = newLedger();
    const server = await startWithAlbum(dataDir);
    await uploadOne(server, ledger);
    await refusal("a second server", dataDir);
    await uploadOne(server, ledger);
    await server.stop();
    unmount();
    await refusal("storage not mounted", dataDir);
    mount();
    await verifyByRestart(dataDir, ledger);
  } finally {
    unmount();
  }
}

async function refusal(what: string, dataDir: string): Promise<void> {
  const error = await startServerProcess(dataDir).then(
    (server) => {
      server.signal("SIGKILL");
      return undefined;
    },
    (error: Error) => error,
  );
  if (!error || !/^Vitrine cannot start: .+\n$/.test(error.message)) throw new Error(`${what}: ${error?.message}`);
  console.log(`${what}: refused with "${error.message.trim().replaceAll(dataDir, "DATA_DIR")}"`);
}
