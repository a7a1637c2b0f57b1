import { ApiError, badRequest } from '../../errors/ApiError.ts'
import { serveFile } from '../../files/serving/serveFile.ts'
import type { RequestedFile } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { HttpParts } from '../HttpParts.ts'
import { commonHeaders } from '../responses/headers.ts'

const backupResponse = async (
  parts: HttpParts,
  { headers, method }: Pick<RequestHead, 'headers' | 'method'>,
  file: RequestedFile,
): Promise<HttpResponse> => {
  const common = commonHeaders(headers.origin, parts.allowOrigin)
  const sources = { storage: parts.backupStorage(), thumbs: parts.thumbs }
  return serveFile(sources, { method, header: name => headers[name] }, file, common).catch(error => {
    const reason = error instanceof ApiError && error.status === 404 ? 'There is no such backup.' : error.message
    throw badRequest(`Failed to retrieve backup item. Raw error: \n${reason}`, {}, error)
  })
}

/**
 * Returns a response with the file that a reply names.
 * @throws ApiError when the file is not in the storage
 */
export const fileResponse = (parts: HttpParts, { headers, method }: RequestHead, file: RequestedFile): Promise<HttpResponse> => {
  // Any page can show a file in a frame; the content security policy of the file restricts its content.
  const { 'X-Frame-Options': _, ...common } = commonHeaders(headers.origin, parts.allowOrigin)
  if (file.isBackup) return backupResponse(parts, { headers, method }, file)
  return serveFile(parts, { method, header: name => headers[name] }, file, common)
}
