import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { constant, name, sql } from '../../db/sql.ts'
import { convertColumn } from './convertColumn.ts'
import type { Report } from './Report.ts'
import { temporaryName } from './temporaryName.ts'
import { withoutViews } from './withoutViews.ts'

const isMultiple = (field: Field): boolean => fieldType(field).isMultiple(field.options)

const byId = (fields: readonly Field[]): Map<string, Field> => new Map(fields.map(field => [field.id, field]))

/** Drops the columns of fields that are no more. Fields are told apart by their ids. */
const dropColumns = async (transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> => {
  const remaining = byId(after.schema)
  for (const field of before.schema) {
    if (remaining.has(field.id)) continue
    await report(`dropping the column ${field.name}`)
    await transaction.run(sql`ALTER TABLE ${name(after.name)} DROP COLUMN ${name(field.name)}`)
  }
}

/** The columns that a table has, in small letters: SQLite does not tell names apart by their case. */
const columnNames = async (transaction: Transaction, collection: Collection): Promise<Set<string>> => {
  const rows = await transaction.rows(sql`SELECT name FROM pragma_table_info(${collection.name})`)
  return new Set(rows.map(([column]) => String(column).toLowerCase()))
}

/**
 * Adds and renames columns, those whose new name another one has over names that nobody has: two fields may exchange theirs. Each
 * change of a name has SQLite read all definitions of the file again, so there are no more of them than it takes.
 */
const nameColumns = async (transaction: Transaction, before: Collection, after: Collection): Promise<void> => {
  const table = name(after.name)
  const known = byId(before.schema)
  const taken = await columnNames(transaction, after)
  const rename = (from: string, to: string) =>
    transaction.run(sql`ALTER TABLE ${table} RENAME COLUMN ${name(from)} TO ${name(to)}`)
  const waiting: { temporary: string; final: string }[] = []
  // A 0.22 server puts the new columns of lists behind all others.
  for (const field of after.schema.toSorted((one, other) => Number(isMultiple(one)) - Number(isMultiple(other)))) {
    const old = known.get(field.id)
    if (old?.name === field.name) continue
    const isFree = old && !taken.has(field.name.toLowerCase())
    const next = isFree ? field.name : temporaryName(field.name)
    if (old) await rename(old.name, next)
    else {
      const definition = constant(fieldType(field).column(field.options))
      await transaction.run(sql`ALTER TABLE ${table} ADD COLUMN ${name(next)} ${definition}`)
    }
    if (old) taken.delete(old.name.toLowerCase())
    taken.add(next.toLowerCase())
    if (!isFree) waiting.push({ temporary: next, final: field.name })
  }
  for (const { temporary, final } of waiting) await rename(temporary, final)
}

/** Makes lists of single values and single values of lists where fields have become the one or the other. */
const convertColumns = async (transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> => {
  const known = byId(before.schema)
  const turned = after.schema.filter(field => {
    const old = known.get(field.id)
    return old && isMultiple(old) !== isMultiple(field)
  })
  if (turned.length === 0) return
  await withoutViews(transaction, async () => {
    for (const field of turned) await convertColumn(transaction, after.name, field, report)
  })
}

/** Brings the columns of a table, which has its new name already, from the fields of `before` to those of `after`. */
export const changeColumns = async (
  transaction: Transaction,
  before: Collection,
  after: Collection,
  report: Report,
): Promise<void> => {
  await dropColumns(transaction, before, after, report)
  await nameColumns(transaction, before, after)
  await convertColumns(transaction, before, after, report)
}
