import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Durability } from '../../../db/openDatabase.ts'
import { type ListedFile, type Storage, sparedFor, unknownType } from '../Storage.ts'
import { flush } from './flush.ts'
import { attributesSuffix, keyPath } from './keyPath.ts'
import { md5OfBytes, md5OfFile, readContentType, sidecarText } from './sidecar.ts'

/** Beside a file that is being written. */
const draftSuffix = '.tmp'

/** Puts a file into place in one step, so that no reader ever finds a half of it. */
const replace = async (path: string, fill: (draft: string) => Promise<void>): Promise<void> => {
  const draft = path + draftSuffix
  try {
    await fill(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Bytes read at once. This takes a third of the CPU time of Node's default of 64 kB; larger pieces save no more. */
const readBytes = 256 * 1024

/** Gives a file a second name, or copies it where the file system or the place does not allow one. */
const linkOrCopy = (source: string, path: string): Promise<void> =>
  link(source, path).catch(() => replace(path, draft => copyFile(source, draft)))

/** Fills a file after its description. The folder may vanish at any moment, when another request empties it. */
const place = async (path: string, sidecar: string, fill: () => Promise<void>): Promise<void> => {
  const attempt = async () => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path + attributesSuffix, sidecar)
    await fill()
  }
  await attempt().catch(attempt)
}

/** Removes a folder and the one above it as long as they are empty. */
const removeEmptyFolders = async (folder: string, root: string): Promise<void> => {
  for (let at = folder; at.startsWith(root) && at !== root; at = dirname(at)) {
    if ((await readdir(at).catch(() => ['?'])).length > 0) return
    await rmdir(at).catch(() => undefined)
  }
}

/** Something may still come into a folder while it is emptied: then it is tried again. */
const removal = { recursive: true, force: true, maxRetries: 3 } as const

/** Removes these files from a record's folder, and all that has long been there. */
const removeRecordFolder = async (path: string, root: string, files: readonly string[]): Promise<void> => {
  const own = files.map(file => keyPath(path, file))
  // Thumbs after what they are made of: whoever makes one meanwhile finds that gone.
  for (const file of own) for (const suffix of ['', attributesSuffix]) await rm(file + suffix, { force: true })
  for (const file of own) await rm(join(path, `thumbs_${basename(file)}`), removal)
  const spared = Date.now() - sparedFor
  for (const name of await readdir(path).catch(() => [])) {
    const isOld = await stat(join(path, name)).then(
      ({ ctimeMs }) => ctimeMs < spared,
      () => false,
    )
    if (isOld) await rm(join(path, name), removal)
  }
  await removeEmptyFolders(path, root)
}

const listFile = async (root: string, key: string): Promise<ListedFile[]> => {
  const found = await stat(join(root, key)).catch(() => undefined)
  return found?.isFile() ? [{ key, size: found.size, modified: found.mtime }] : []
}

/**
 * The storage in a folder of a data directory, in the layout of 0.22: each file with a sidecar that describes it.
 * @param folder `storage`, where the files of records are, if not said otherwise
 */
export const localStorage = (dataDir: string, durability: Durability = 'full', folder = 'storage'): Storage => {
  const root = join(dataDir, folder)
  return {
    list: async () => {
      const names = await readdir(root).catch(() => [])
      const keys = names.filter(name => !name.endsWith(attributesSuffix)).sort()
      return (await Promise.all(keys.map(key => listFile(root, key)))).flat()
    },

    put: async (key, source, attributes) => {
      const path = keyPath(root, key)
      await place(path, sidecarText(attributes, attributes.md5 ?? (await md5OfFile(source))), () => linkOrCopy(source, path))
      if (durability !== 'full') return
      const folder = dirname(path)
      await Promise.all([path, path + attributesSuffix, folder, dirname(folder)].map(flush))
    },

    putBytes: async (key, bytes, attributes) => {
      const path = keyPath(root, key)
      await place(path, sidecarText(attributes, md5OfBytes(bytes)), () => replace(path, draft => writeFile(draft, bytes)))
    },

    find: async key => {
      if (key.endsWith(attributesSuffix)) return undefined
      const path = keyPath(root, key)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) return undefined
      return { size: found.size, modified: found.mtime, contentType: (await readContentType(path)) ?? unknownType }
    },

    read: key => readFile(keyPath(root, key)),

    stream: async (key, range) => (await open(keyPath(root, key))).createReadStream({ ...range, highWaterMark: readBytes }),

    withLocalFile: (key, work) => work(keyPath(root, key)),

    remove: async key => {
      const path = keyPath(root, key)
      for (const suffix of ['', attributesSuffix, draftSuffix]) await rm(path + suffix, { force: true })
      await removeEmptyFolders(dirname(path), root)
    },

    removeBelow: async prefix => {
      const path = keyPath(root, prefix.replace(/\/+$/, ''))
      await rm(path, removal)
      await removeEmptyFolders(dirname(path), root)
    },

    removeRecords: async (collectionId, records) => {
      // One look at the collection's folder spares a look for each of thousands of records, most of which have no files.
      const folders = new Set(await readdir(keyPath(root, collectionId)).catch(() => []))
      if (folders.size === 0) return
      for (const { id, files } of records) {
        const path = keyPath(root, `${collectionId}/${id}`)
        if (folders.has(basename(path))) await removeRecordFolder(path, root, files)
      }
    },
  }
}
