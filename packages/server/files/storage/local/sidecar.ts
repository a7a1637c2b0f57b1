import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import type { FileAttributes } from '../Storage.ts'
import { attributesSuffix } from './keyPath.ts'

const maxNameBytes = 255

/** Truncates a name to 255 bytes, between two characters. */
function truncateName(name: string): string {
  const bytes = Buffer.from(name)
  if (bytes.length <= maxNameBytes) return name
  return new TextDecoder().decode(bytes.subarray(0, maxNameBytes)).replace(/\uFFFD+$/, '')
}

/** Bytes that are hashed at once, which takes a fraction of a millisecond. */
const bufferBytes = 128 * 1024

/** Returns the MD5 digest of a file in base64. Reads through a single buffer, so that large files cause no garbage collection. */
export async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(bufferBytes)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, bufferBytes)
      if (bytesRead === 0) return hash.digest('base64')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** Returns the MD5 digest of bytes in base64. */
export function md5OfBytes(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}

/** Returns the content of a sidecar file in the format of PocketBase 0.22. */
export function sidecarText({ contentType, originalName }: FileAttributes, md5: string): string {
  const attributes = {
    'user.cache_control': '',
    'user.content_disposition': '',
    'user.content_encoding': '',
    'user.content_language': '',
    'user.content_type': contentType,
    'user.metadata': originalName === undefined ? null : { 'original-filename': truncateName(originalName) },
    md5,
  }
  return `${JSON.stringify(attributes)}\n`
}

/** Reads a text attribute from the sidecar file; undefined if it or the file is missing or invalid. */
async function readAttribute(path: string, attribute: 'md5' | 'user.content_type'): Promise<string | undefined> {
  try {
    const attributes: unknown = JSON.parse(await readFile(path + attributesSuffix, 'utf8'))
    const value = (attributes as Record<string, unknown> | null)?.[attribute]
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}

export function readContentType(path: string): Promise<string | undefined> {
  return readAttribute(path, 'user.content_type')
}

/** Returns the MD5 digest in base64 of the content that was stored. */
export function readMd5(path: string): Promise<string | undefined> {
  return readAttribute(path, 'md5')
}
