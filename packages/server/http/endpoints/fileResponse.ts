import { Rejection } from '../../errors/Rejection.ts'
import { serveFile } from '../../files/serving/serveFile.ts'
import type { FileReply, RequestedFile } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { HttpParts } from '../HttpParts.ts'
import { commonHeaders } from '../responses/headers.ts'

type Parts = Pick<HttpParts, 'files' | 'policy'>

async function backupResponse(
  { files, policy }: Parts,
  { headers, method }: Pick<RequestHead, 'headers' | 'method'>,
  file: RequestedFile,
): Promise<HttpResponse> {
  const common = commonHeaders(headers.origin, policy.allowOrigin)
  const sources = { storage: files.backupStorage(), thumbs: files.thumbs }
  return serveFile(sources, { method, header: name => headers[name] }, file, common).catch(error => {
    const cause =
      error instanceof Rejection && error.kind === 'missing' ? new Error('There is no such backup.', { cause: error }) : error
    throw new Rejection('failed', { code: 'backupNotRetrieved', cause })
  })
}

/**
 * Returns a response with the file that a reply names.
 * @throws Rejection when the file is not in the storage
 */
export function fileResponse(
  parts: Parts,
  { headers, method }: RequestHead,
  { file, headers: own }: FileReply,
): Promise<HttpResponse> {
  // Any page can show a file in a frame; the content security policy of the file restricts its content.
  const { 'X-Frame-Options': _, ...common } = commonHeaders(headers.origin, parts.policy.allowOrigin)
  if (file.isBackup) return backupResponse(parts, { headers, method }, file)
  return serveFile(parts.files, { method, header: name => headers[name] }, file, { ...common, ...own })
}
