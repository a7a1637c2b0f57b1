import { badRequest } from '../../errors/ApiError.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Stores an uploaded archive under its own name. */
export const uploadBackup: Endpoint = {
  method: 'POST',
  path: '/backups/upload',
  operation: { id: 'uploadBackup', summary: 'Upload a backup', body: { multipart: 'BackupUpload' }, returns: 'nothing' },
  runs: 'reads',
  guard: adminOnly,
  precheck: async () => new Map([['file', { files: 1, size: Number.POSITIVE_INFINITY }]]),
  handle: async ({ request: { body } }) => {
    const file = body.kind === 'form' ? body.uploads.find(({ field }) => field === 'file') : undefined
    if (!file) throw badRequest('Missing or invalid uploaded file.', {}, body.kind === 'unreadable' ? body.reason : undefined)
    return { kind: 'backup', task: { do: 'upload', name: file.name, path: file.path } }
  },
}
