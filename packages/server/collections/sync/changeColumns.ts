import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { constant, name, sql } from '../../db/sql.ts'
import { convertColumn } from './convertColumn.ts'
import type { Report } from './Report.ts'
import { requireSoundViews } from './requireSoundViews.ts'
import { temporaryName } from './temporaryName.ts'
import { withoutViews } from './withoutViews.ts'

const isMultiple = (field: Field): boolean => fieldType(field).isMultiple(field.options)

const byId = (fields: readonly Field[]): Map<string, Field> => new Map(fields.map(field => [field.id, field]))

/** Drops the columns of fields that are no more. Fields are told apart by their ids. */
const dropColumns = async (transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> => {
  const remaining = byId(after.schema)
  for (const field of before.schema) {
    if (remaining.has(field.id)) continue
    await report(after, `dropping the column ${field.name}`)
    await transaction.run(sql`ALTER TABLE ${name(after.name)} DROP COLUMN ${name(field.name)}`)
  }
}

interface Renaming {
  from: string
  to: string
}

/** SQLite does not tell names apart by their case. */
const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Renames columns. Those that take each other's names go by names that nobody has. */
const renameColumns = async (transaction: Transaction, table: string, renamings: readonly Renaming[]): Promise<void> => {
  const waiting = [...renamings]
  const rename = (from: string, to: string) =>
    transaction.run(sql`ALTER TABLE ${name(table)} RENAME COLUMN ${name(from)} TO ${name(to)}`)
  for (let next = waiting[0]; next; next = waiting[0]) {
    const free = waiting.find(one => !waiting.some(other => other !== one && isSameName(other.from, one.to)))
    if (free) {
      await rename(free.from, free.to)
      waiting.splice(waiting.indexOf(free), 1)
    } else {
      const temporary = temporaryName(next.from)
      await rename(next.from, temporary)
      waiting[0] = { from: temporary, to: next.to }
    }
  }
}

/** Gives columns their new names and makes those of new fields. */
const nameColumns = async (transaction: Transaction, before: Collection, after: Collection): Promise<void> => {
  const known = byId(before.schema)
  const renamings = after.schema.flatMap(({ id, name: to }) => {
    const from = known.get(id)?.name ?? to
    return from === to ? [] : [{ from, to }]
  })
  await renameColumns(transaction, after.name, renamings)
  const added = after.schema.filter(({ id }) => !known.has(id))
  // A 0.22 server puts the new columns of lists behind all others.
  for (const field of added.toSorted((one, other) => Number(isMultiple(one)) - Number(isMultiple(other)))) {
    const definition = constant(fieldType(field).column(field.options))
    await transaction.run(sql`ALTER TABLE ${name(after.name)} ADD COLUMN ${name(field.name)} ${definition}`)
  }
  // SQLite looks at the views with each other change of columns, as 0.22 servers have it look with this one.
  if (added.length > 0) await requireSoundViews(transaction)
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
    for (const field of turned) await convertColumn(transaction, after, field, report)
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
