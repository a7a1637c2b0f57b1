import { endpoints } from '../../../packages/server/api/routes.ts'
import { code, table } from './table.ts'

const guards: Record<string, string> = {
  adminOnly: 'admins',
  adminOrFirstAdminOnly: 'admins; everybody with the setup code while there is no admin',
  undoForAdminsOnly: 'rule of the collection; `?undo` admins',
  authRecordOfCollectionOnly: 'users of the collection',
  adminOrOwnerOnly: 'admins and the user',
  superusersOnly: 'admins',
  adminOfAuthRecordsOnly: 'admins',
  assertBatchAllowed: 'everybody, while batches are on',
}

function guardText(name: string | undefined): string {
  if (name === undefined) return ''
  const text = guards[name]
  if (text === undefined) throw new Error(`Describe the guard ${name} in scripts/manual/sections/routes.ts.`)
  return text
}

/** All routes of the API with who may call them. */
export function routes(): string {
  return table(
    ['method', 'path', 'for'],
    endpoints.map(({ method, path, guard, dialect }) => [
      method,
      code(`${dialect === 'today' ? '/today/api' : '/api'}${path}`),
      guardText(guard?.name),
    ]),
  )
}
