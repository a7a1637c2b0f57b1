import { LRUCache } from 'lru-cache'
import type { Storage, StoredFile } from './Storage.ts'

/** Bytes of the largest file that is kept, and of all of them together. */
const largestKept = 256 * 1024
const mostKept = 16 * 1024 * 1024
/** What an entry takes beside its bytes. */
const overhead = 500
/** Milliseconds for which a file is taken to be as it was: long enough for a page full of pictures. */
const trustedFor = 1000

interface Entry {
  file: StoredFile
  bytes?: Uint8Array
  checked: number
}

const isSame = (a: StoredFile, b: StoredFile): boolean =>
  a.size === b.size && a.modified.getTime() === b.modified.getTime() && a.contentType === b.contentType

/**
 * Keeps small files that are asked for again and again in memory: four waits for the disk cost more than all else that an answer
 * takes. What this process writes or removes is forgotten at once, what others do is noticed within a second.
 */
export const cachedStorage = (storage: Storage): Storage => {
  const entries = new LRUCache<string, Entry>({
    maxSize: mostKept,
    sizeCalculation: ({ bytes }) => overhead + (bytes?.length ?? 0),
  })
  const forgetting =
    <Arguments extends unknown[]>(change: (key: string, ...more: Arguments) => Promise<void>) =>
    async (key: string, ...more: Arguments): Promise<void> => {
      entries.delete(key)
      await change(key, ...more)
      entries.delete(key)
    }
  const forgettingAll = async (isGone: (key: string) => boolean, change: () => Promise<void>): Promise<void> => {
    const forget = () => {
      for (const key of [...entries.keys()]) if (isGone(key)) entries.delete(key)
    }
    forget()
    await change()
    forget()
  }
  return {
    ...storage,
    put: forgetting(storage.put),
    putBytes: forgetting(storage.putBytes),
    remove: forgetting(storage.remove),

    find: async key => {
      const known = entries.get(key)
      if (known && performance.now() - known.checked < trustedFor) return known.file
      const file = await storage.find(key)
      if (file && known && isSame(known.file, file)) known.checked = performance.now()
      else if (file && file.size <= largestKept) entries.set(key, { file, checked: performance.now() })
      else entries.delete(key)
      return file
    },

    read: async key => {
      const known = entries.get(key)
      if (known?.bytes) return known.bytes
      const bytes = await storage.read(key)
      // Another file may have come in its place meanwhile.
      if (known && entries.peek(key) === known && bytes.length === known.file.size) entries.set(key, { ...known, bytes })
      return bytes
    },

    removeBelow: prefix =>
      forgettingAll(
        key => key.startsWith(prefix),
        () => storage.removeBelow(prefix),
      ),

    removeRecords: (collectionId, records) => {
      const folders = new Set(records.map(({ id }) => `${collectionId}/${id}`))
      return forgettingAll(
        key => folders.has(key.slice(0, key.lastIndexOf('/'))),
        () => storage.removeRecords(collectionId, records),
      )
    },
  }
}
