import { z } from 'zod'

/** What is logged: days kept (0 logs nothing), the lowest level, and whether addresses of callers are kept. */
export const logs = z.object({
  maxDays: z.int().default(5),
  minLevel: z.int().default(0),
  logIp: z.boolean().default(true),
})
