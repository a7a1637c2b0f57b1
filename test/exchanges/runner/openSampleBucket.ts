import type { S3 } from '@coffer/schema'
import { localStorage } from '../../../packages/server/files/storage/local/localStorage.ts'
import { s3Storage } from '../../../packages/server/files/storage/s3/s3Storage.ts'
import { type Preparation, type SampleName, sampleDir } from '../../harness/copySample.ts'
import { openS3 } from '../../harness/openS3.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

const name = 'files'

/** A bucket with the files of a sample. */
interface SampleBucket {
  /** Makes a copy of the sample store its files in the bucket. */
  prepare: Preparation
  close: () => Promise<void>
}

/** Opens a bucket with the files of a sample, for nodes that are processes: they have no folder of files in common. */
export async function openSampleBucket(sample: SampleName): Promise<SampleBucket> {
  const s3 = await openS3(name)
  const settings = s3.settings(name)
  const files = localStorage(sampleDir(sample))
  const bucket = s3Storage(settings as unknown as S3, { scratch: scratchDir })
  for (const { key } of await files.listBelow('')) {
    const contentType = (await files.find(key))?.contentType ?? ''
    await files.withLocalFile(key, path => bucket.put(key, path, { contentType }))
  }
  const sql = `UPDATE _params SET value = json_set(value, '$.s3', json('${JSON.stringify(settings)}')) WHERE key = 'settings'`
  return { prepare: { sql }, close: s3.close }
}
