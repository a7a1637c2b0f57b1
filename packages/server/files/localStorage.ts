import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomSecret } from '../db/randomText.ts'
import { attributesSuffix, keyPath } from './keyPath.ts'
import type { FileAttributes, Storage } from './Storage.ts'
import { readContentType, writeSidecar } from './sidecar.ts'

const unknownType = 'application/octet-stream'

/** A second name for the file, or a copy where the file system or the place does not allow one. */
const linkOrCopy = (source: string, target: string): Promise<void> => link(source, target).catch(() => copyFile(source, target))

/** Fills a new file in a folder that may vanish at any moment, when another request empties it. */
const fillInFolder = async (path: string, fill: (path: string) => Promise<void>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  try {
    await fill(path)
  } catch {
    await mkdir(dirname(path), { recursive: true })
    await fill(path)
  }
}

/** Puts a file into place in one step, so that no reader ever finds a half of it. */
const place = async (path: string, attributes: FileAttributes, fill: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${path}.${randomSecret(10)}.tmp`
  try {
    await fillInFolder(draft, fill)
    await writeSidecar(path, draft, attributes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Removes a folder and the one above it as long as they are empty. */
const removeEmptyFolders = async (folder: string, root: string): Promise<void> => {
  for (let at = folder; at.startsWith(root) && at !== root; at = dirname(at)) {
    if ((await readdir(at).catch(() => ['?'])).length > 0) return
    await rmdir(at).catch(() => undefined)
  }
}

/** The storage in `<data directory>/storage`, in the layout of 0.22: each file with a sidecar that describes it. */
export const localStorage = (dataDir: string): Storage => {
  const root = join(dataDir, 'storage')
  return {
    put: (key, source, attributes) => place(keyPath(root, key), attributes, draft => linkOrCopy(source, draft)),

    putBytes: (key, bytes, attributes) => place(keyPath(root, key), attributes, draft => writeFile(draft, bytes)),

    find: async key => {
      if (key.endsWith(attributesSuffix)) return undefined
      const path = keyPath(root, key)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) return undefined
      return { size: found.size, modified: found.mtime, contentType: (await readContentType(path)) ?? unknownType }
    },

    read: key => readFile(keyPath(root, key)),

    stream: (key, range) => createReadStream(keyPath(root, key), range),

    remove: async key => {
      const path = keyPath(root, key)
      await rm(path, { force: true })
      await rm(path + attributesSuffix, { force: true })
      await removeEmptyFolders(dirname(path), root)
    },

    removeBelow: async prefix => {
      const path = keyPath(root, prefix.replace(/\/+$/, ''))
      await rm(path, { recursive: true, force: true })
      await removeEmptyFolders(dirname(path), root)
    },
  }
}
