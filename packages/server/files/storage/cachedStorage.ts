import { LRUCache } from 'lru-cache'
import type { Storage, StoredFile } from './Storage.ts'

/** Maximum bytes of a cached file. */
const maxFileBytes = 256 * 1024
/** Maximum bytes of the whole cache. */
const maxCacheBytes = 16 * 1024 * 1024
/** Estimated bytes of an entry without its content. */
const entryOverheadBytes = 500
/** Milliseconds until the attributes of a cached file are checked again: long enough for all images of a page. */
const attributesTtlMs = 1000

interface Entry {
  file: StoredFile
  bytes?: Uint8Array
  checkedAt: number
}

const isSame = (a: StoredFile, b: StoredFile): boolean =>
  a.size === b.size && a.modified.getTime() === b.modified.getTime() && a.contentType === b.contentType

/**
 * Caches small files in memory, because four disk accesses take longer than the rest of a response. Changes by this process
 * invalidate entries at once; changes by other programs are noticed within a second.
 */
export function cachedStorage(storage: Storage): Storage {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => entryOverheadBytes + (bytes?.length ?? 0),
  })
  const invalidating =
    <Arguments extends unknown[]>(change: (key: string, ...more: Arguments) => Promise<void>) =>
    async (key: string, ...more: Arguments): Promise<void> => {
      entries.delete(key)
      await change(key, ...more)
      entries.delete(key)
    }
  const invalidatingAll = async (isChanged: (key: string) => boolean, change: () => Promise<void>): Promise<void> => {
    const invalidate = () => {
      for (const key of [...entries.keys()]) if (isChanged(key)) entries.delete(key)
    }
    invalidate()
    await change()
    invalidate()
  }
  return {
    ...storage,
    put: invalidating(storage.put),
    putBytes: invalidating(storage.putBytes),
    remove: invalidating(storage.remove),

    find: async key => {
      const known = entries.get(key)
      if (known && performance.now() - known.checkedAt < attributesTtlMs) return known.file
      const file = await storage.find(key)
      if (file && known && isSame(known.file, file)) known.checkedAt = performance.now()
      else if (file && file.size <= maxFileBytes) entries.set(key, { file, checkedAt: performance.now() })
      else entries.delete(key)
      return file
    },

    read: async key => {
      const known = entries.get(key)
      if (known?.bytes) return known.bytes
      const bytes = await storage.read(key)
      // The file can be replaced while it is being read.
      if (known && entries.peek(key) === known && bytes.length === known.file.size) entries.set(key, { ...known, bytes })
      return bytes
    },

    removeBelow: prefix =>
      invalidatingAll(
        key => key.startsWith(prefix),
        () => storage.removeBelow(prefix),
      ),

    removeRecords: (collectionId, records) => {
      const folders = new Set(records.map(({ id }) => `${collectionId}/${id}`))
      return invalidatingAll(
        key => folders.has(key.slice(0, key.lastIndexOf('/'))),
        () => storage.removeRecords(collectionId, records),
      )
    },
  }
}
