import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sniffFile } from '../files/contentTypes/sniff.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { Thumbs } from '../files/thumbs/Thumbs.ts'

/** The storages that scripts can use. */
export interface ScriptStorages {
  files: () => Storage
  backups: () => Storage
}

/** Renders thumbs of the files of records. */
export type ScriptThumbs = Pick<Thumbs, 'store'>

/** Maximum bytes of a file that a script reads. */
const maxReadBytes = 64 * 1024 * 1024

/** What scripts know of a stored file. */
export interface KnownFile {
  size: number
  contentType: string
  /** Milliseconds since 1970. */
  modified: number
}

const missing = (key: string) => new Error(`blob (key "${key}") (code=NotFound): the storage has no such file`)

/** Stores bytes with the type of their content. */
async function upload(storage: Storage, key: string, bytes: Uint8Array, originalName?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-upload-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const { contentType } = await sniffFile(path)
    await storage.putBytes(key, bytes, { contentType, ...(originalName !== undefined && { originalName }) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the operations of `$app.newFilesystem()`. They run in the main thread, which has the storages. */
export function fileOperations(storages: ScriptStorages, thumbs: ScriptThumbs) {
  const operations = {
    upload,
    list: async (storage: Storage, prefix: string) =>
      (await storage.listBelow(prefix)).map(({ key, size, modified }) => ({ key, size, modified: modified.getTime() })),
    find: async (storage: Storage, key: string): Promise<KnownFile | undefined> => {
      const found = await storage.find(key)
      return found && { size: found.size, contentType: found.contentType, modified: found.modified.getTime() }
    },
    read: async (storage: Storage, key: string) => {
      const found = await storage.find(key)
      if (!found) throw missing(key)
      if (found.size > maxReadBytes)
        throw new Error(`"${key}" has ${found.size} bytes, and scripts can read ${maxReadBytes}. Send it with serve().`)
      return storage.read(key)
    },
    copy: async (storage: Storage, from: string, to: string) => {
      const found = await storage.find(from)
      if (!found) throw missing(from)
      await storage.withLocalFile(from, path => storage.put(to, path, { contentType: found.contentType }))
    },
    createThumb: async (storage: Storage, key: string, thumbKey: string, size: string) => {
      const file = await storage.find(key)
      if (!file) throw missing(key)
      await thumbs.store({ key, name: basename(key), file }, thumbKey, size)
    },
    remove: async (storage: Storage, key: string) => {
      if (!(await storage.find(key))) throw missing(key)
      await storage.remove(key)
    },
    removeBelow: (storage: Storage, prefix: string) => storage.removeBelow(prefix.endsWith('/') ? prefix : `${prefix}/`),
  }
  return (store: keyof ScriptStorages, name: keyof typeof operations, ...args: unknown[]): unknown =>
    (operations[name] as (storage: Storage, ...args: unknown[]) => unknown)(storages[store](), ...args)
}
