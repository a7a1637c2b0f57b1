import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Durability } from '../../../db/engine.ts'
import { type ListedFile, minLeftoverAgeMs, type Storage, unknownType } from '../Storage.ts'
import { flush } from './flush.ts'
import { attributesSuffix, keyPath } from './keyPath.ts'
import { md5OfBytes, md5OfFile, readContentType, sidecarText } from './sidecar.ts'

/** Suffix of a file while it is being written. */
const temporarySuffix = '.tmp'

/** Replaces a file atomically, so that readers never see a partial file. */
async function replace(path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = path + temporarySuffix
  try {
    await fill(temporary)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Bytes of a read. They take about half of the CPU time of Node's default of 64 kB; larger reads save no more. */
const readChunkBytes = 256 * 1024

/** Creates a hard link to a file, or a copy if a link is not possible. */
const linkOrCopy = (source: string, path: string): Promise<void> =>
  link(source, path).catch(() => replace(path, temporary => copyFile(source, temporary)))

/** Writes the sidecar file, then the file. Retries once, because another request can remove the empty folder in between. */
async function writeWithSidecar(path: string, sidecar: string, fill: () => Promise<void>): Promise<void> {
  const attempt = async () => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path + attributesSuffix, sidecar)
    await fill()
  }
  await attempt().catch(attempt)
}

/** Removes a folder and its parents up to the root, as long as they are empty. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let at = folder; at.startsWith(root) && at !== root; at = dirname(at)) {
    if ((await readdir(at).catch(() => ['?'])).length > 0) return
    await rmdir(at).catch(() => undefined)
  }
}

/** Retries, because another request can add a file to a folder while it is being removed. */
const removal = { recursive: true, force: true, maxRetries: 3 } as const

/** Removes files and their thumbs from a record's folder, and all older files. */
async function removeRecordFolder(path: string, root: string, files: readonly string[]): Promise<void> {
  const own = files.map(file => keyPath(path, file))
  // Removes the files before their thumbs, so that a request that is creating a thumb notices the removal.
  for (const file of own) for (const suffix of ['', attributesSuffix]) await rm(file + suffix, { force: true })
  for (const file of own) await rm(join(path, `thumbs_${basename(file)}`), removal)
  const newestLeftover = Date.now() - minLeftoverAgeMs
  for (const name of await readdir(path).catch(() => [])) {
    const isOld = await stat(join(path, name)).then(
      ({ ctimeMs }) => ctimeMs < newestLeftover,
      () => false,
    )
    if (isOld) await rm(join(path, name), removal)
  }
  await removeEmptyFolders(path, root)
}

async function listFile(root: string, key: string): Promise<ListedFile[]> {
  const found = await stat(join(root, key)).catch(() => undefined)
  return found?.isFile() ? [{ key, size: found.size, modified: found.mtime }] : []
}

/**
 * Stores files in a folder of the data directory, in the layout of PocketBase 0.22: each file has a sidecar file with attributes.
 * @param folder name of the folder; `storage` contains the files of records
 */
export function localStorage(dataDir: string, durability: Durability = 'full', folder = 'storage'): Storage {
  const root = join(dataDir, folder)
  return {
    list: async () => {
      const names = await readdir(root).catch(() => [])
      const keys = names.filter(name => !name.endsWith(attributesSuffix)).sort()
      return (await Promise.all(keys.map(key => listFile(root, key)))).flat()
    },

    listBelow: async prefix => {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      const at = folder === '' ? root : keyPath(root, folder.slice(0, -1))
      const names = await readdir(at, { recursive: true }).catch(() => [])
      const keys = names.map(name => folder + name.split(sep).join('/'))
      const wanted = keys.filter(key => key.startsWith(prefix) && !key.endsWith(attributesSuffix)).sort()
      return (await Promise.all(wanted.map(key => listFile(root, key)))).flat()
    },

    put: async (key, source, attributes) => {
      const path = keyPath(root, key)
      const sidecar = sidecarText(attributes, attributes.md5 ?? (await md5OfFile(source)))
      await writeWithSidecar(path, sidecar, () => linkOrCopy(source, path))
      if (durability !== 'full') return
      const folder = dirname(path)
      await Promise.all([path, path + attributesSuffix, folder, dirname(folder)].map(flush))
    },

    putBytes: async (key, bytes, attributes) => {
      const path = keyPath(root, key)
      const sidecar = sidecarText(attributes, md5OfBytes(bytes))
      await writeWithSidecar(path, sidecar, () => replace(path, temporary => writeFile(temporary, bytes)))
    },

    find: async key => {
      if (key.endsWith(attributesSuffix)) return undefined
      const path = keyPath(root, key)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) return undefined
      return { size: found.size, modified: found.mtime, contentType: (await readContentType(path)) ?? unknownType }
    },

    read: key => readFile(keyPath(root, key)),

    stream: async (key, range) => (await open(keyPath(root, key))).createReadStream({ ...range, highWaterMark: readChunkBytes }),

    withLocalFile: (key, work) => work(keyPath(root, key)),

    remove: async key => {
      const path = keyPath(root, key)
      for (const suffix of ['', attributesSuffix, temporarySuffix]) await rm(path + suffix, { force: true })
      await removeEmptyFolders(dirname(path), root)
    },

    removeBelow: async prefix => {
      const path = keyPath(root, prefix.replace(/\/+$/, ''))
      await rm(path, removal)
      await removeEmptyFolders(dirname(path), root)
    },

    removeRecords: async (collectionId, records) => {
      // Most records have no files. Reading the collection's folder once avoids a system call for each of thousands of records.
      const folders = new Set(await readdir(keyPath(root, collectionId)).catch(() => []))
      if (folders.size === 0) return
      for (const { id, files } of records) {
        const path = keyPath(root, `${collectionId}/${id}`)
        if (folders.has(basename(path))) await removeRecordFolder(path, root, files)
      }
    },
  }
}
