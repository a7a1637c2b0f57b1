import type { _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import { Bucket } from '../files/storage/s3/Bucket.ts'
import { isMissing } from '../files/storage/s3/s3Errors.ts'
import { type CheckContext, type Finding, maxExamples } from './Check.ts'
import { counted } from './counted.ts'
import { type FilesOfRecord, loadExpectedFiles, loadFiles, minOrphanAgeMs, ownerOf } from './recordFiles.ts'

const defaultTimeoutMs = 30_000
/** Maximum number of files that are looked up again, because a record can be created or deleted while its collection is listed. */
const maxLookups = 100

/** Finds files of records that are not stored, as paths below the collection. Each call continues with larger ids. */
export type FindAbsent = (records: readonly FilesOfRecord[]) => Promise<string[]>

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
export const findAbsentObjects = ({ config }: CheckContext, s3: S3, collectionId: string): FindAbsent => {
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
    const absent: string[] = []
    for (const { id, files } of records) {
      for (const path of files.map(file => `${id}/${file}`)) if (!stored.has(path) && (await isAbsent(path))) absent.push(path)
    }
    return absent
  }
}

interface StoredObject {
  key: string
  collectionId: string
  id: string
  /** The name of the file that the object belongs to. */
  file: string
  size: number
}

/** Returns the objects of a page that can belong to a record and are old enough. A bucket can also have objects of other programs. */
const objectsOfRecords = (page: readonly S3Object[]): StoredObject[] =>
  page.flatMap(({ Key = '', Size = 0, LastModified = new Date(0) }) => {
    // The ids of collections and records have 15 characters.
    const [, collectionId = '', id = '', entry = ''] = /^([^/]{15})\/([^/]{15})\/([^/]+)/u.exec(Key) ?? []
    if (entry === '') return []
    if (Date.now() - LastModified.getTime() < minOrphanAgeMs) return []
    return [{ key: Key, collectionId, id, file: ownerOf(entry), size: Size }]
  })

/** Finds objects in the bucket that belong to no record. Holds one page of the list in memory. */
export const findOrphanedObjects = async ({ config, reader, catalog }: CheckContext, s3: S3): Promise<Finding[]> => {
  const expected = await loadExpectedFiles(reader)
  const { byId } = await catalog()
  const examples: string[] = []
  let [count, bytes] = [0, 0]
  for await (const page of openBucket(config, s3).pages('')) {
    const byCollection = Map.groupBy(objectsOfRecords(page), ({ collectionId }) => collectionId)
    for (const [collectionId, objects] of byCollection) {
      const known = await loadFiles(reader, byId(collectionId), [...new Set(objects.map(({ id }) => id))])
      for (const { key, id, file, size } of objects) {
        if (known.get(id)?.includes(file) || expected.includes(file)) continue
        count += 1
        bytes += size
        if (examples.length < maxExamples) examples.push(key)
      }
    }
  }
  if (count === 0) return []
  return [
    {
      severity: 'notice',
      message: `${counted(count, 'object')} in the bucket ${s3.bucket} without a record, ${Math.ceil(bytes / 1000)} kB.`,
      advice: 'Remove them with a tool for S3, unless another program uses them.',
      examples,
    },
  ]
}
