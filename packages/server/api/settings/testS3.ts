import type { Issue } from '@coffer/fields'
import type { S3 } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import { collectIssues, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { chooseStorage } from '../../files/storage/chooseStorage.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { App } from '../App.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReaderConcurrently } from '../Steps.ts'

const unknownSystem: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const isSystem = (name: string): name is 'storage' | 'backups' => name === 'storage' || name === 'backups'

/** Stores a small file and deletes it again. */
async function testStorage({ config }: App, s3: S3): Promise<void> {
  if (!s3.enabled) throw new Error('S3 storage filesystem is not enabled.')
  const storage = chooseStorage(config)(s3)
  const folder = `pb_settings_test_${randomId().slice(0, 5)}/`
  await storage.putBytes(`${folder}test.txt`, Buffer.from('test'), { contentType: 'text/plain' })
  await storage.removeBelow(folder)
}

const form = { filesystem: 'text' } as const

/** Tests the saved S3 settings of files or backups. */
export const testS3: Endpoint = {
  method: 'POST',
  path: '/settings/test/s3',
  operation: { id: 'testS3', summary: 'Test the connection to S3', body: { form, required: ['filesystem'] }, returns: 'nothing' },
  guard: adminOnly,
  steps: inReaderConcurrently(async ({ app, request }) => {
    const { filesystem = '' } = readForm(request, form)
    const issues = collectIssues({ filesystem: required(filesystem) ?? (isSystem(filesystem) ? undefined : unknownSystem) })
    if (!isSystem(filesystem)) throw new Rejection('invalid', { code: 's3NotTested', issues })
    const { s3, backups } = app.settings
    await testStorage(app, filesystem === 'storage' ? s3 : backups.s3).catch((error: Error) => {
      throw new Rejection('invalid', { code: 's3NotTested', cause: error })
    })
    return emptyReply()
  }),
}
