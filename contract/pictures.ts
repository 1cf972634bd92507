import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PICTURE_SIZES, VARIANTS } from "./limits.ts";
import { AdminPhoto } from "./photos.ts";

export const generateVariant = endpoint({
  method: "POST",
  path: "/images/:internalId/generate",
  summary: "Make one size of a public photo unless it exists",
  params: z.object({ internalId: z.string().regex(/^[0-9a-zA-Z_-]{1,100}$/) }),
  body: z.object({ variant: z.enum(VARIANTS) }),
  response: z.object({ variant: z.enum(VARIANTS), url: z.string(), generated: z.boolean() }),
});

export const BATCH_SIZES = ["all", "thumb", "medium"] as const;

export const BatchOptions = z.object({
  force: z.boolean().default(false),
  size: z.enum(BATCH_SIZES).default("all"),
  /** The most photos to work on. 0 means no limit. */
  limit: z.number().int().min(0).max(10_000_000).default(0),
  missing_only: z.boolean().default(true),
});
export type BatchOptions = z.infer<typeof BatchOptions>;

export const BatchJob = z.object({
  state: z.enum(["running", "done"]),
  processed: z.number(),
  total: z.number(),
  failed: z.number(),
  started_at: z.string(),
});

export const getBatchStatus = endpoint({
  method: "GET",
  path: "/admin/batch-processing/status",
  summary: "How many variants are missing, and the progress of the current run",
  response: z.object({
    statistics: z.object({
      total_photos: z.number(),
      estimated_missing_variants: z.number(),
      completion_percentage: z.number(),
    }),
    recommendations: z.object({ should_run_batch: z.boolean(), estimated_processing_time: z.string() }),
    job: BatchJob.nullable(),
  }),
});

export const getDiskUse = endpoint({
  method: "GET",
  path: "/admin/disk-use",
  summary: "The disk space of the uploaded files and of the pictures made from them, by size",
  response: z.object({
    /** Photos in the library, including the trash. */
    photos: z.number(),
    uploaded_bytes: z.number(),
    /** Files that were replaced and are still kept. */
    kept: z.object({ files: z.number(), bytes: z.number() }),
    /** Both formats together. `original` is the full-size picture without metadata, made when a visitor requests it. */
    sizes: z.array(z.object({ size: z.enum(PICTURE_SIZES), pictures: z.number(), bytes: z.number() })),
  }),
});

export const startBatch = endpoint({
  method: "POST",
  path: "/admin/batch-processing/start",
  summary: "Start a batch run; one at a time",
  body: BatchOptions,
  response: z.object({ message: z.string(), total_photos: z.number() }),
  status: 202,
});

export const listBatchFailures = endpoint({
  method: "GET",
  path: "/admin/batch-processing/failures",
  summary: "The photos whose variants could not be made, and why",
  response: z.object({ photos: z.array(z.object({ photo: AdminPhoto, reason: z.string() })) }),
});
