import { z } from 'zod'
import { collectIssues, required, type SettingsIssues, urlFormat } from './rules.ts'

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

/** An endpoint must be an address even while the bucket is not used. */
export const validateS3 = ({ enabled, bucket, region, endpoint, accessKey, secret }: S3): SettingsIssues => {
  const needed = (text: string) => (enabled ? required(text) : undefined)
  return collectIssues({
    bucket: needed(bucket),
    region: needed(region),
    endpoint: urlFormat(endpoint) ?? needed(endpoint),
    accessKey: needed(accessKey),
    secret: needed(secret),
  })
}
