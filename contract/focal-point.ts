import { z } from "zod";

/** As fractions of the width and the height. */
export const FocalPoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type FocalPoint = z.infer<typeof FocalPoint>;
