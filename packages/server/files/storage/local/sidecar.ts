import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import type { FileAttributes } from '../Storage.ts'
import { attributesSuffix } from './keyPath.ts'

const longestName = 255

/** Cut to 255 bytes, never inside of a character. */
const shortName = (name: string): string => {
  const bytes = Buffer.from(name)
  if (bytes.length <= longestName) return name
  return new TextDecoder().decode(bytes.subarray(0, longestName)).replace(/\uFFFD+$/, '')
}

/** Bytes of a file that are looked at in one go: a fraction of a millisecond. */
const bufferSize = 128 * 1024

/** The digest of a file that a description holds. One buffer serves for all of it, so that large files leave no garbage. */
export const md5OfFile = async (path: string): Promise<string> => {
  const hash = createHash('md5')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(bufferSize)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, bufferSize)
      if (bytesRead === 0) return hash.digest('base64')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** The digest of bytes that a description holds. */
export const md5OfBytes = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

/** The description of a file that lies beside it, in the form of the 0.22 layout. */
export const sidecarText = ({ contentType, originalName }: FileAttributes, md5: string): string => {
  const attributes = {
    'user.cache_control': '',
    'user.content_disposition': '',
    'user.content_encoding': '',
    'user.content_language': '',
    'user.content_type': contentType,
    'user.metadata': originalName === undefined ? null : { 'original-filename': shortName(originalName) },
    md5,
  }
  return `${JSON.stringify(attributes)}\n`
}

/** The content type in the description beside a file; undefined when there is none that can be read. */
export const readContentType = async (path: string): Promise<string | undefined> => {
  try {
    const attributes: unknown = JSON.parse(await readFile(path + attributesSuffix, 'utf8'))
    const type = (attributes as Record<string, unknown> | null)?.['user.content_type']
    return typeof type === 'string' && type !== '' ? type : undefined
  } catch {
    return undefined
  }
}
