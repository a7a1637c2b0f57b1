import { RE2JS } from 're2js'
import { z } from 'zod'
import type { FieldType } from '../contract.ts'

export const textOptions = z.object({
  min: z.number().int().nullable().default(null),
  max: z.number().int().nullable().default(null),
  pattern: z.string().default(''),
})

export type TextOptions = z.output<typeof textOptions>
