import type { Issue } from '@coffer/fields'
import { collectIssues, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { isS3Purpose, testStorage } from '../../files/storage/testStorage.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { countAttempt, inReaderConcurrently } from '../Steps.ts'

const unknownSystem: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const form = { filesystem: 'text' } as const

/** Tests the saved S3 settings of files or backups. */
export const testS3: Endpoint = {
  method: 'POST',
  path: '/settings/test/s3',
  operation: {
    id: 'testS3',
    summary: 'Test the connection to S3',
    body: { form, required: ['filesystem'] },
    returns: 'nothing',
    errors: [429],
  },
  guard: adminOnly,
  steps: inReaderConcurrently(async ({ app, request }) => {
    const { filesystem = '' } = readForm(request, form)
    const issues = collectIssues({ filesystem: required(filesystem) ?? (isS3Purpose(filesystem) ? undefined : unknownSystem) })
    if (!isS3Purpose(filesystem)) throw new Rejection('invalid', { code: 's3NotTested', issues })
    const attempt = { kind: 'settingsTest', target: filesystem } as const
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const { s3, backups } = app.settings
    await testStorage(app.config, filesystem === 'storage' ? s3 : backups.s3).catch((error: Error) => {
      throw new Rejection('invalid', { code: 's3NotTested', cause: error })
    })
    return emptyReply()
  }),
}
