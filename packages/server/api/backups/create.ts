import type { Issue } from '@coffer/fields'
import { collectIssues, lengthBetween } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader, next } from '../Steps.ts'

const nameFormat = (name: string): Issue | undefined =>
  /^[a-z0-9_-]+\.zip$/.test(name) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

const form = { name: 'text' } as const

/** Creates a backup with the given or a generated name. Responds when the backup is complete. */
export const createBackup: Endpoint = {
  method: 'POST',
  path: '/backups',
  operation: { id: 'createBackup', summary: 'Create a backup', body: { form }, returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(async ({ request }) => {
    const { name = '' } = readForm(request, form)
    const issues = name === '' ? {} : collectIssues({ name: lengthBetween(name, 1, 100) ?? nameFormat(name) })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    return next(name)
  }).inMain(async ({ backups }, name) => {
    await backups.create(name)
    return emptyReply()
  }),
}
