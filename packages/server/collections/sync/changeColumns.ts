import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { Report } from '../logProgress.ts'
import { convertColumn, temporaryName } from './convertColumn.ts'
import { assertValidViews, withoutViews } from './storedViews.ts'

const isMultiple = (field: Field): boolean => fieldType(field).isMultiple(field.options)

const byId = (fields: readonly Field[]): Map<string, Field> => new Map(fields.map(field => [field.id, field]))

/** Drops the columns of removed fields. Fields are identified by their ids. */
async function dropColumns(transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> {
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

/** Compares names without case, as SQLite does. */
const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Renames columns. Columns that swap names get temporary names first. */
async function renameColumns(transaction: Transaction, table: string, renamings: readonly Renaming[]): Promise<void> {
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

/** Renames columns and adds columns for new fields. */
async function nameColumns(transaction: Transaction, before: Collection, after: Collection): Promise<void> {
  const known = byId(before.schema)
  const renamings = after.schema.flatMap(({ id, name: to }) => {
    const from = known.get(id)?.name ?? to
    return from === to ? [] : [{ from, to }]
  })
  await renameColumns(transaction, after.name, renamings)
  const added = after.schema.filter(({ id }) => !known.has(id))
  // PocketBase 0.22 adds new columns with lists after all others.
  for (const field of added.toSorted((one, other) => Number(isMultiple(one)) - Number(isMultiple(other)))) {
    const type = transaction.dialect.columnType(fieldType(field).column(field.options))
    await transaction.run(sql`ALTER TABLE ${name(after.name)} ADD COLUMN ${name(field.name)} ${type}`)
  }
  // SQLite validates views with every other change of columns, but not when it adds one. PocketBase 0.22 validates them here, too.
  if (added.length > 0) await assertValidViews(transaction)
}

/** Converts the columns of fields that have changed between single values and lists. */
async function convertColumns(transaction: Transaction, before: Collection, after: Collection, report: Report): Promise<void> {
  const known = byId(before.schema)
  const converted = after.schema.filter(field => {
    const old = known.get(field.id)
    return old && isMultiple(old) !== isMultiple(field)
  })
  if (converted.length === 0) return
  await withoutViews(transaction, async () => {
    for (const field of converted) await convertColumn(transaction, after, field, report)
  })
}

/** Changes the columns of a table, which already has its new name, from the fields of `before` to the fields of `after`. */
export async function changeColumns(
  transaction: Transaction,
  before: Collection,
  after: Collection,
  report: Report,
): Promise<void> {
  await dropColumns(transaction, before, after, report)
  await nameColumns(transaction, before, after)
  await convertColumns(transaction, before, after, report)
}
