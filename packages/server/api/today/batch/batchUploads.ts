import type { Catalog } from '../../../catalog/Catalog.ts'
import type { UploadLimit, UploadLimits } from '../../../messages/ApiReply.ts'
import { recordUploads } from '../../records/precheck.ts'

/**
 * Returns the limits of the files in a batch. Their keys have `*` in place of the index of the request. Fields of the same name share
 * the greatest limits; each change validates its own.
 */
export function batchUploads(catalog: Catalog): UploadLimits {
  const limits = new Map<string, UploadLimit>()
  for (const collection of catalog.all) {
    for (const [field, { files, size }] of recordUploads(collection, 'today')) {
      const key = `requests.*.${field}`
      const known = limits.get(key)
      limits.set(key, { files: Math.max(files, known?.files ?? 0), size: Math.max(size, known?.size ?? 0) })
    }
  }
  return limits
}
