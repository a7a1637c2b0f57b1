import { z } from 'zod'

/** An S3 bucket in place of the local folder. */
export const s3 = z.object({
  enabled: z.boolean().default(false),
  bucket: z.string().default(''),
  region: z.string().default(''),
  endpoint: z.string().default(''),
  accessKey: z.string().default(''),
  secret: z.string().default(''),
  forcePathStyle: z.boolean().default(false),
})

export type S3 = z.output<typeof s3>
