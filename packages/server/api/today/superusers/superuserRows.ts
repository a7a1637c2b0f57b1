import { fieldTypes } from '@coffer/fields'
import { adminColumns } from '../../../auth/admins.ts'
import type { Dialect } from '../../../db/Dialect.ts'
import { name, type Sql, sql } from '../../../db/sql.ts'
import { describeTable } from '../../../query/compile/compileTableQuery.ts'

const flag = (field: string) => ({ name: field, type: 'bool', options: fieldTypes.bool.options.parse({}) }) as const

/** The fields of superusers that filters and sorts can read. Their rows are the ones of `withSuperuserFields`. */
export const superusersTable = describeTable('#superusers', [
  { name: 'email', type: 'text', options: fieldTypes.text.options.parse({}) },
  flag('emailVisibility'),
  flag('verified'),
])

/** Returns a SELECT of the admins with the fields that only records have, whose values are those of `superuserJson`. */
export function withSuperuserFields(dialect: Dialect): Sql {
  return sql`SELECT ${adminColumns}, ${dialect.boolean(false)} AS ${name('emailVisibility')}, ${dialect.boolean(true)} AS verified,
    ${dialect.rowNumber} AS ${name('@row')} FROM ${name('_admins')}`
}
