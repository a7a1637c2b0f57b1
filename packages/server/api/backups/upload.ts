import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader, next } from '../Steps.ts'

/** Stores an uploaded archive under its own name. */
export const uploadBackup: Endpoint = {
  method: 'POST',
  path: '/backups/upload',
  operation: { id: 'uploadBackup', summary: 'Upload a backup', body: { multipart: 'BackupUpload' }, returns: 'nothing' },
  body: { precheck: async () => new Map([['file', { files: 1, size: Number.POSITIVE_INFINITY }]]) },
  guard: adminOnly,
  steps: inReader(async ({ request: { body } }) => {
    const file = body.kind === 'form' ? body.uploads.find(({ field }) => field === 'file') : undefined
    if (!file)
      throw new Rejection('invalid', { code: 'uploadMissing', cause: body.kind === 'unreadable' ? body.reason : undefined })
    return next(file)
  }).inMain(async ({ backups }, { name, path }) => {
    await backups.upload(name, path)
    return emptyReply()
  }),
}
