import { fieldTypes } from '@coffer/fields'
import { adminColumns } from '../../../auth/admins.ts'
import type { Dialect } from '../../../db/Dialect.ts'
import { name, type Sql, sql } from '../../../db/sql.ts'
import { describeTable } from '../../../query/compile/compileTableQuery.ts'
import { insertAdmin } from '../../admins/create.ts'
import { removeRequestedAdmin } from '../../admins/delete.ts'
import { listRequestedAdmins } from '../../admins/list.ts'
import { adminForm } from '../../admins/readAdminForm.ts'
import { changeAdmin } from '../../admins/update.ts'
import { viewRequestedAdmin } from '../../admins/view.ts'
import type { Endpoint } from '../../contract.ts'
import { superusersOnly } from '../../guards.ts'
import { listParameters } from '../../parameters.ts'
import { inReader, inWriter } from '../../Steps.ts'
import { superuserJson } from './superuserJson.ts'

const shared = { dialect: 'today', guard: superusersOnly } as const

const records = '/collections/_superusers/records'

const flag = (field: string) => ({ name: field, type: 'bool', options: fieldTypes.bool.options.parse({}) }) as const

/** The fields of superusers that filters and sorts can read. Their rows are the ones of `withSuperuserFields`. */
const superusersTable = describeTable('#superusers', [
  { name: 'email', type: 'text', options: fieldTypes.text.options.parse({}) },
  flag('emailVisibility'),
  flag('verified'),
])

/** Returns a SELECT of the admins with the fields that only records have, whose values are those of `superuserJson`. */
function withSuperuserFields(dialect: Dialect): Sql {
  return sql`SELECT ${adminColumns}, ${dialect.boolean(false)} AS ${name('emailVisibility')}, ${dialect.boolean(true)} AS verified,
    ${dialect.rowNumber} AS ${name('@row')} FROM ${name('_admins')}`
}

/** Lists the admins in pages, with filters and sorts by the fields of records. */
export const listSuperusers: Endpoint = {
  ...shared,
  method: 'GET',
  path: records,
  operation: { id: 'listSuperusers', summary: 'List superusers', query: listParameters, returns: 'TodaySuperuserPage' },
  steps: inReader(call => {
    const rows = { table: superusersTable, source: withSuperuserFields(call.app.db.dialect) }
    return listRequestedAdmins(call, superuserJson, rows)
  }),
}

export const viewSuperuser: Endpoint = {
  ...shared,
  method: 'GET',
  path: `${records}/:id`,
  operation: { id: 'viewSuperuser', summary: 'View a superuser', returns: 'TodaySuperuser' },
  steps: inReader(call => viewRequestedAdmin(call, superuserJson)),
}

/** Creates an admin. */
export const createSuperuser: Endpoint = {
  ...shared,
  method: 'POST',
  path: records,
  operation: { id: 'createSuperuser', summary: 'Create a superuser', body: { form: adminForm }, returns: 'TodaySuperuser' },
  steps: inWriter(call => insertAdmin(call, superuserJson)),
}

/** Updates an admin. A new password revokes all of the admin's tokens. */
export const updateSuperuser: Endpoint = {
  ...shared,
  method: 'PATCH',
  path: `${records}/:id`,
  operation: { id: 'updateSuperuser', summary: 'Update a superuser', body: { form: adminForm }, returns: 'TodaySuperuser' },
  steps: inWriter(call => changeAdmin(call, superuserJson)),
}

/** Deletes an admin, unless it is the only one. */
export const deleteSuperuser: Endpoint = {
  ...shared,
  method: 'DELETE',
  path: `${records}/:id`,
  operation: { id: 'deleteSuperuser', summary: 'Delete a superuser', returns: 'nothing' },
  steps: inWriter(removeRequestedAdmin),
}
