import type { S3 } from '@coffer/schema'
import type { Config } from '../../config/config.ts'
import { Bucket } from '../../files/storage/s3/Bucket.ts'
import { isMissing } from '../../files/storage/s3/s3Errors.ts'
import type { CheckContext } from './Check.ts'
import type { StoredEntry } from './findOrphans.ts'
import { type FileFault, type FindFaults, ownerOf } from './recordFiles.ts'

const defaultTimeoutMs = 30_000
/** Maximum number of files that are looked up again, because a record can be created or deleted while its collection is listed. */
const maxLookups = 100

const openBucket = ({ storageTimeoutMs = defaultTimeoutMs }: Config, s3: S3) => new Bucket(s3, storageTimeoutMs)

/** Lists the files of a collection in the order of their records, without thumbs. */
async function* filesBelow(bucket: Bucket, prefix: string): AsyncGenerator<{ id: string; path: string }> {
  for await (const page of bucket.pages(prefix)) {
    for (const { Key = '' } of page) {
      const path = Key.slice(prefix.length)
      const [id = '', file, ...rest] = path.split('/')
      if (file !== undefined && rest.length === 0) yield { id, path }
    }
  }
}

/** Returns a function that finds the files of a collection's records that are not in the bucket, which it lists once. */
export function findAbsentObjects({ config }: CheckContext, s3: S3, collectionId: string): FindFaults {
  const bucket = openBucket(config, s3)
  const prefix = `${collectionId}/`
  const listed = filesBelow(bucket, prefix)
  let lookups = 0
  let next: { id: string; path: string } | undefined
  const isAbsent = async (path: string): Promise<boolean> => {
    lookups += 1
    if (lookups > maxLookups) return true
    return bucket.head(prefix + path).then(
      () => false,
      error => {
        if (isMissing(error)) return true
        throw error
      },
    )
  }
  return async records => {
    const last = records.at(-1)?.id
    if (last === undefined) return []
    const stored = new Set<string>()
    next ??= (await listed.next()).value
    // A bucket is listed in the order of the ids' bytes, as the records are.
    while (next && next.id <= last) {
      stored.add(next.path)
      next = (await listed.next()).value
    }
    const faults: FileFault[] = []
    for (const { id, files } of records) {
      for (const path of files.map(file => `${id}/${file}`))
        if (!stored.has(path) && (await isAbsent(path))) faults.push({ path, kind: 'missing' })
    }
    return faults
  }
}

/** Lists the objects that can belong to a record, in pages of at most 1000. A bucket can also have objects of other programs. */
export async function* entriesOfBucket({ config }: CheckContext, s3: S3): AsyncGenerator<StoredEntry[]> {
  for await (const page of openBucket(config, s3).pages('')) {
    yield page.flatMap(({ Key = '', Size = 0, LastModified = new Date(0) }) => {
      // The ids of collections and records have 15 characters.
      const [, collectionId = '', recordId = '', entry = ''] = /^([^/]{15})\/([^/]{15})\/([^/]+)/u.exec(Key) ?? []
      if (entry === '') return []
      const measure = async () => ({ size: Size, ageMs: Date.now() - LastModified.getTime() })
      return [{ path: Key, collectionId, recordId, file: ownerOf(entry), measure }]
    })
  }
}
