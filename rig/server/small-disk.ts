import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether this machine lets the tests mount a disk: root usually may, but not in every container. */
export const canMount = process.getuid?.() === 0 && tryMount();

/** An empty disk of this size, unmounted after the test. */
export async function smallDisk(megabytes: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-disk-"));
  const disk = join(folder, "disk");
  mkdirSync(disk);
  mount(disk, megabytes);
  onTestFinished(() => {
    // Lazily: a server that the test has not stopped yet still holds files open.
    execFileSync("umount", ["--lazy", disk]);
    rmSync(folder, { recursive: true });
  });
  return disk;
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-disk-"));
  try {
    mount(folder, 1);
    execFileSync("umount", [folder]);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "status" in error)) throw error;
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(folder: string, megabytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
}
