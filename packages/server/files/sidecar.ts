import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { attributesSuffix } from './keyPath.ts'
import type { FileAttributes } from './Storage.ts'

const longestName = 255

/** Cut to 255 bytes, never inside of a character. */
const shortName = (name: string): string => {
  const bytes = Buffer.from(name)
  if (bytes.length <= longestName) return name
  return new TextDecoder().decode(bytes.subarray(0, longestName)).replace(/\uFFFD+$/, '')
}

const md5 = async (path: string): Promise<string> => {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** Writes the description of a file beside it, in the form of the 0.22 layout. */
export const writeSidecar = async (
  path: string,
  source: string,
  { contentType, originalName }: FileAttributes,
): Promise<void> => {
  const attributes = {
    'user.cache_control': '',
    'user.content_disposition': '',
    'user.content_encoding': '',
    'user.content_language': '',
    'user.content_type': contentType,
    'user.metadata': originalName === undefined ? null : { 'original-filename': shortName(originalName) },
    md5: await md5(source),
  }
  await writeFile(path + attributesSuffix, `${JSON.stringify(attributes)}\n`)
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
