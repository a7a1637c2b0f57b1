import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'

type Sdk = typeof import('@aws-sdk/client-s3')

/** An S3 client and the module with its commands. */
export interface LoadedClient {
  sdk: Sdk
  client: S3Client
}

const configOf = ({ endpoint, region, accessKey, secret, forcePathStyle }: S3, timeoutMs: number): S3ClientConfig => ({
  endpoint: endpoint.includes('://') ? endpoint : `https://${endpoint}`,
  region,
  credentials: { accessKeyId: accessKey, secretAccessKey: secret },
  forcePathStyle,
  // Many S3-compatible servers do not support the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 2,
  requestHandler: { connectionTimeout: Math.min(timeoutMs, 5_000), socketTimeout: timeoutMs },
})

/** Loads the S3 library on first use, because it is large and most servers never need it. */
export async function loadClient(settings: S3, timeoutMs: number): Promise<LoadedClient> {
  const sdk = await import('@aws-sdk/client-s3')
  return { sdk, client: new sdk.S3Client(configOf(settings, timeoutMs)) }
}
