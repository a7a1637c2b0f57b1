import { type Field, fieldType } from '@coffer/fields'
import type { Collection, SplitIdentifier } from '@coffer/schema'
import { name } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { elementsOf, follow } from './follow.ts'
import type { JoinedRow, Read } from './Joins.ts'
import { assertModifier } from './modifiers.ts'
import { type PathRecord, readColumn } from './PathRecord.ts'
import { QueryError, UnknownNameError } from './QueryError.ts'
import type { Scope } from './Scope.ts'
import { type ColumnValue, columnValue } from './Value.ts'

/** Maximum number of relations in a path. */
const maxRelations = 6

const authColumns = ['username', 'verified', 'emailVisibility', 'email']

const isSystemColumn = (collection: Collection, column: string): boolean => {
  if (column === 'id') return true
  if (column === 'created' || column === 'updated') return collection.type !== 'view' || collection.dates.includes(column)
  return collection.type === 'auth' && authColumns.includes(column)
}

const columnOf = ({ row, isConstant }: PathRecord, read: Read, element?: JoinedRow): ColumnValue => ({
  ...columnValue(row, read),
  isConstant,
  ...(element ? { element } : {}),
})

const systemValue = (record: PathRecord, column: string): ColumnValue => {
  const element = column === 'id' && record.row?.byId && record.row.parent?.list ? record.row.parent : undefined
  const type = column === 'verified' || column === 'emailVisibility' ? 'boolean' : 'text'
  const value = columnOf(record, readColumn(record, column, type), element)
  return column === 'email' && record.hidesEmails
    ? { ...value, isVisible: alias => record.column(alias, 'emailVisibility') }
    : value
}

const jsonValue = (record: PathRecord, field: Field, path: readonly string[], { span }: Scope): ColumnValue => {
  if (path.includes('')) throw new QueryError(`A path into "${field.name}" has an empty part.`, span)
  const json = readColumn(record, field.name, fieldType(field).column(field.options))
  return { ...columnOf(record, alias => dialect.jsonAt(json(alias), path)), isJson: true }
}

const readField = (record: PathRecord, field: Field): Read => {
  const read = readColumn(record, field.name, fieldType(field).column(field.options))
  // System tables offer the number of a row under this name.
  return field.system && field.name === 'rowid' ? alias => dialect.insertionOrder(name(alias)) ?? read(alias) : read
}

const fieldValue = (scope: Scope, record: PathRecord, field: Field, modifier: string | undefined): ColumnValue => {
  const type = fieldType(field)
  const isMultiple = type.isMultiple(field.options)
  const supported: readonly string[] = type.filterModifiers(field.options)
  if (modifier === 'each' && isMultiple && supported.includes(modifier)) {
    const element = elementsOf(scope, record, field)
    return { ...columnValue(element, alias => dialect.element(name(alias, 'value'))), element }
  }
  const read = readField(record, field)
  if (modifier === 'length' && supported.includes(modifier)) {
    const length = isMultiple ? dialect.listLength : dialect.textLength
    return { ...columnOf(record, alias => length(read(alias))), isNonNullWithoutRow: true }
  }
  return columnOf(record, read)
}

const unknownField = ({ name }: Collection, field: string, { span }: Scope) =>
  new UnknownNameError(`The collection "${name}" has no field "${field}".`, span, `unknown field "${field}"`)

const endValue = (scope: Scope, record: PathRecord, end: string, modifier: string | undefined): ColumnValue => {
  const { collection } = record
  assertModifier(modifier, scope)
  if (modifier === undefined && isSystemColumn(collection, end)) return systemValue(record, end)
  const field = collection.schema.find(({ name }) => name === end)
  if (!field) throw unknownField(collection, end, scope)
  return fieldType(field).holdsJson ? jsonValue(record, field, [], scope) : fieldValue(scope, record, field, modifier)
}

/** Resolves a path of relations to the value at its end, and joins the rows on the way. */
export const resolvePath = (scope: Scope, start: PathRecord, { path, modifier }: SplitIdentifier): ColumnValue => {
  let record = start
  for (const [index, segment] of path.slice(0, -1).entries()) {
    const json = record.collection.schema.find(field => field.name === segment && fieldType(field).holdsJson)
    if (json) {
      // A JSON path has no modifiers: a modifier is part of the last key, without its colon.
      const keys = [...path.slice(index + 1, -1), `${path.at(-1)}${modifier ?? ''}`].map(key => key.replaceAll(':', ''))
      return jsonValue(record, json, keys, scope)
    }
    if (index === maxRelations) {
      const reason = `max nested relations reached for field "${segment}"`
      throw new QueryError(`A path can follow at most ${maxRelations} relations.`, scope.span, reason)
    }
    record = follow(scope, record, segment)
  }
  return endValue(scope, record, path.at(-1) ?? '', modifier)
}
