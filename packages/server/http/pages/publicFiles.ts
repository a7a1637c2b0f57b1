import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { contentType as contentTypeOf } from 'mime-types'
import { sniffFile } from '../../files/contentTypes/sniff.ts'
import { type ContentRequest, serveContent } from '../../files/serving/serveContent.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { findFile, pathBelow } from './pageFile.ts'

const index = 'index.html'

/** Finds the file for a URL path; for a folder, its index.html. */
const resolve = async (folder: string, urlPath: string) => {
  const path = pathBelow(folder, urlPath)
  if (path === undefined) return undefined
  for (const candidate of [path, join(path, index)]) {
    const found = await findFile(candidate)
    if (found) return { ...found, path: candidate }
  }
  return undefined
}

/**
 * Serves the files of a folder publicly.
 * @param indexFallback whether missing paths return the root's index.html, as single-page applications need
 * @returns undefined when the file does not exist
 */
export const publicFiles =
  (folder: string, indexFallback: boolean) =>
  async (request: ContentRequest, urlPath: string, common: Record<string, string>): Promise<HttpResponse | undefined> => {
    const found = (await resolve(folder, urlPath)) ?? (indexFallback ? await resolve(folder, index) : undefined)
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
