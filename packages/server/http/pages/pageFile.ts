import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The path below a folder that an address names, decoded once.
 * @returns undefined for what cannot be decoded or would lead elsewhere
 */
export const pathBelow = (folder: string, address: string): string | undefined => {
  let decoded: string
  try {
    decoded = decodeURIComponent(address)
  } catch {
    return undefined
  }
  const isSafe = !decoded.includes('\0') && !decoded.includes('\\') && !decoded.split('/').includes('..')
  return isSafe ? join(folder, decoded) : undefined
}

/** The size and date of a plain file; undefined when there is none. */
export const findFile = async (path: string): Promise<{ size: number; modified: Date } | undefined> => {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? { size: found.size, modified: found.mtime } : undefined
}

/** The bytes of a plain file; undefined when there is none. */
export const readIfThere = (path: string): Promise<Buffer<ArrayBuffer> | undefined> => readFile(path).catch(() => undefined)
