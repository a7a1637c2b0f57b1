import type { S3 } from '@coffer/schema'
import type { Config } from '../../config/config.ts'
import { randomId } from '../../crypto/randomText.ts'
import { chooseStorage } from './chooseStorage.ts'

/** What S3 can store: the files of records, or backups. */
export type S3Purpose = 'storage' | 'backups'

export function isS3Purpose(name: string): name is S3Purpose {
  return name === 'storage' || name === 'backups'
}

/**
 * Stores a small file in a bucket and deletes it again.
 * @throws Error if the settings are disabled, or if the bucket cannot be used
 */
export async function testStorage(config: Config, s3: S3): Promise<void> {
  if (!s3.enabled) throw new Error('S3 storage filesystem is not enabled.')
  const storage = chooseStorage(config)(s3)
  const folder = `pb_settings_test_${randomId().slice(0, 5)}/`
  await storage.putBytes(`${folder}test.txt`, Buffer.from('test'), { contentType: 'text/plain' })
  await storage.removeBelow(folder)
}
