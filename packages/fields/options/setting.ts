import type { z } from 'zod'

/** A setting that takes its default where a request or an older file leaves it out or has null. */
export const setting = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullish().transform((value): z.output<Schema> => value ?? fallback)
