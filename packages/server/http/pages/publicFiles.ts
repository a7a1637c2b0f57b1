import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { contentType as contentTypeOf } from 'mime-types'
import { sniffFile } from '../../files/contentTypes/sniff.ts'
import { type ContentRequest, serveContent } from '../../files/serving/serveContent.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { findFile, pathBelow } from './pageFile.ts'

const index = 'index.html'

/** Matches a path through a hidden file or folder, such as `.env` or `.git`. `.well-known` has what other programs look for. */
const hidden = /(^|\/)\.(?!well-known(\/|$))/

/** Finds the file for a URL path; for a folder, its index.html. Hidden files are not served. */
async function resolve(folder: string, urlPath: string) {
  const path = pathBelow(folder, urlPath)
  if (path === undefined || hidden.test(path.slice(folder.length))) return undefined
  for (const candidate of [path, join(path, index)]) {
    const found = await findFile(candidate)
    if (found) return { ...found, path: candidate }
  }
  return undefined
}

/** Returns the ETags of an `If-None-Match` header. */
const tagsOf = (header = ''): string[] => header.split(',').map(tag => tag.trim())

/**
 * Serves the files of a folder publicly.
 * @returns a function that returns undefined when the file does not exist, unless it falls back to the root's index.html, as
 * single-page applications need
 */
export function publicFiles(folder: string) {
  return async (
    request: ContentRequest,
    urlPath: string,
    common: Record<string, string>,
    fallsBack: boolean,
  ): Promise<HttpResponse | undefined> => {
    const found = (await resolve(folder, urlPath)) ?? (fallsBack ? await resolve(folder, index) : undefined)
    if (!found) return undefined
    const { path, size, modified } = found
    const tag = `W/"${size.toString(36)}-${modified.getTime().toString(36)}"`
    const headers = { ...common, ETag: tag }
    if (tagsOf(request.header('if-none-match')).includes(tag)) return { status: 304, headers }
    const contentType = contentTypeOf(extname(path)) || (await sniffFile(path)).contentType
    const content = {
      size,
      modified,
      contentType,
      read: () => readFile(path),
      stream: (range: object) => createReadStream(path, range),
    }
    return serveContent(request, content, headers)
  }
}
