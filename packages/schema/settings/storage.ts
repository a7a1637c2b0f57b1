import { group, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { required } from '../issues/rules.ts'
import { validateUrlFormat } from './formats.ts'

/** An S3 bucket that replaces the local folder. */
export const s3 = group({
  enabled: setting(v.boolean(), false),
  bucket: setting(v.string(), ''),
  region: setting(v.string(), ''),
  endpoint: setting(v.string(), ''),
  accessKey: setting(v.string(), ''),
  secret: setting(v.string(), ''),
  forcePathStyle: setting(v.boolean(), false),
})

export type S3 = v.InferOutput<typeof s3>

/** Validates S3 settings. The endpoint must be a valid URL even while S3 is disabled. */
export function validateS3({ enabled, bucket, region, endpoint, accessKey, secret }: S3): Issues {
  const needed = (text: string) => (enabled ? required(text) : undefined)
  return collectIssues({
    bucket: needed(bucket),
    region: needed(region),
    endpoint: validateUrlFormat(endpoint) ?? needed(endpoint),
    accessKey: needed(accessKey),
    secret: needed(secret),
  })
}
