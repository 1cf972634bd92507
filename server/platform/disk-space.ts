import { statfs } from "node:fs/promises";
import type { DiskLevel } from "../../contract/storage.ts";

export type DiskSpace = { freeBytes: number; totalBytes: number; level: DiskLevel };

const MIB = 1024 * 1024;

/** Of the disk that holds the folder, for a user without root's extra share. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const totalBytes = blocks * bsize;
  return { freeBytes, totalBytes, level: levelOf(freeBytes, totalBytes) };
}

function levelOf(free: number, total: number): DiskLevel {
  if (free < atMost(64 * MIB, total / 16)) return "full";
  return free < atMost(2048 * MIB, total / 8) ? "low" : "ok";
}

export const reserveSize = (total: number): number => Math.floor(atMost(16 * MIB, total / 32));

/** A share of a small disk, this size on a large one. */
const atMost = (bytes: number, share: number) => Math.min(bytes, share);
