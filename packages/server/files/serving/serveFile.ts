import { Rejection } from '../../errors/Rejection.ts'
import type { RequestedFile } from '../../messages/ApiReply.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { noStore } from '../../messages/headers.ts'
import type { Storage } from '../storage/Storage.ts'
import type { Thumbs } from '../thumbs/Thumbs.ts'
import { contentDisposition, servedType } from './dispositions.ts'
import { type ContentRequest, serveContent } from './serveContent.ts'

/** Prevents stored files from executing scripts and from loading other resources. */
const contentPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

/** The content behind a stored name never changes. */
const publicCache = { 'Cache-Control': 'max-age=2592000, stale-while-revalidate=86400' }

/**
 * Returns a response with a stored file or one of its thumbs.
 * @param common headers of every response
 * @throws Rejection `missing` when the file is not in the storage
 */
export async function serveFile(
  { storage, thumbs }: { storage: Storage; thumbs: Thumbs },
  request: ContentRequest,
  { key, name, thumb, download, isPrivate }: RequestedFile,
  common: Record<string, string>,
): Promise<HttpResponse> {
  const file = await storage.find(key)
  if (!file) throw new Rejection('missing')
  const original = { key, name, file }
  const served = thumb === undefined ? original : await thumbs.serve(original, thumb)
  const contentType = servedType(served.file.contentType, served.name)
  const content = {
    size: served.file.size,
    modified: served.file.modified,
    contentType,
    read: () => storage.read(served.key),
    stream: (range: { start: number; end: number }) => storage.stream(served.key, range),
  }
  const headers = {
    ...common,
    'Content-Disposition': contentDisposition(contentType, served.name, download),
    'Content-Security-Policy': contentPolicy,
    ...(isPrivate ? noStore : publicCache),
  }
  return serveContent(request, content, headers).catch(error => {
    // The file was removed after `find`.
    throw error.code === 'ENOENT' ? new Rejection('missing') : error
  })
}
