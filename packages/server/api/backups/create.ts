import type { Issue } from '@coffer/fields'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, lengthBetween } from '../../errors/fieldIssues.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

const nameFormat = (name: string): Issue | undefined =>
  /^[a-z0-9_-]+\.zip$/.test(name) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

const form = { name: 'text' } as const

/** Creates a backup with the given or a generated name. Responds when the backup is complete. */
export const createBackup: Endpoint = {
  method: 'POST',
  path: '/backups',
  operation: { id: 'createBackup', summary: 'Create a backup', body: { form }, returns: 'nothing' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ request }) => {
    const { name = '' } = readForm(request, form)
    const issues = name === '' ? {} : collectIssues({ name: lengthBetween(name, 1, 100) ?? nameFormat(name) })
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    return { kind: 'backup', task: { do: 'create', name } }
  },
}
