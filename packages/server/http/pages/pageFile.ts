import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Decodes a URL path once and joins it to a folder.
 * @returns undefined when the path cannot be decoded or leads out of the folder
 */
export function pathBelow(folder: string, urlPath: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return undefined
  }
  const isSafe = !decoded.includes('\0') && !decoded.includes('\\') && !decoded.split('/').includes('..')
  return isSafe ? join(folder, decoded) : undefined
}

/** Returns the size and date of a file, or undefined when the path is not a file. */
export async function findFile(path: string): Promise<{ size: number; modified: Date } | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? { size: found.size, modified: found.mtime } : undefined
}

/** Reads a file. Returns undefined when it cannot be read. */
export function readIfThere(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  return readFile(path).catch(() => undefined)
}
