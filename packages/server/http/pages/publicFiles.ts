import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { contentType as contentTypeOf } from 'mime-types'
import { sniffFile } from '../../files/contentTypes/sniff.ts'
import { type ContentRequest, serveContent } from '../../files/serving/serveContent.ts'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'
import { findFile, pathBelow } from './pageFile.ts'

const index = 'index.html'

/** The file for an address: itself, or the index.html of a folder. */
const resolve = async (folder: string, address: string) => {
  const path = pathBelow(folder, address)
  if (path === undefined) return undefined
  for (const candidate of [path, join(path, index)]) {
    const found = await findFile(candidate)
    if (found) return { ...found, path: candidate }
  }
  return undefined
}

/**
 * Serves the files of a folder to everybody.
 * @param indexFallback whether the root's index.html answers for what is not there, as single-page applications want it
 * @returns undefined when there is nothing to serve
 */
export const publicFiles =
  (folder: string, indexFallback: boolean) =>
  async (request: ContentRequest, address: string, common: Record<string, string>): Promise<HttpAnswer | undefined> => {
    const found = (await resolve(folder, address)) ?? (indexFallback ? await resolve(folder, index) : undefined)
    if (!found) return undefined
    const { path, size, modified } = found
    const contentType = contentTypeOf(extname(path)) || (await sniffFile(path)).contentType
    const content = {
      size,
      modified,
      contentType,
      read: () => readFile(path),
      stream: (range: object) => createReadStream(path, range),
    }
    return serveContent(request, content, common)
  }
