import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'

type Sdk = typeof import('@aws-sdk/client-s3')

/** A client and the module that its commands come from. */
export interface LoadedClient {
  sdk: Sdk
  client: S3Client
}

const configOf = ({ endpoint, region, accessKey, secret, forcePathStyle }: S3, patience: number): S3ClientConfig => ({
  endpoint: endpoint.includes('://') ? endpoint : `https://${endpoint}`,
  region,
  credentials: { accessKeyId: accessKey, secretAccessKey: secret },
  forcePathStyle,
  // Other servers than that of Amazon do not know the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 2,
  requestHandler: { connectionTimeout: Math.min(patience, 5_000), socketTimeout: patience },
})

/** Loads what S3 takes with the first use: it is large, and most servers never need it. */
export const loadClient = async (settings: S3, patience: number): Promise<LoadedClient> => {
  const sdk = await import('@aws-sdk/client-s3')
  return { sdk, client: new sdk.S3Client(configOf(settings, patience)) }
}
