import { type Field, fieldType } from '@coffer/fields'
import type { Collection, SplitIdentifier } from '@coffer/schema'
import { name } from '../../db/sql.ts'
import { elementsOf, findField, follow } from './follow.ts'
import type { JoinedRow, Read } from './Joins.ts'
import { type PathRecord, readColumn } from './PathRecord.ts'
import { QueryError, UnknownNameError } from './QueryError.ts'
import type { Scope } from './Scope.ts'
import { type ColumnValue, columnValue } from './Value.ts'

/** Maximum number of relations in a path. */
const maxRelations = 6

const authColumns = ['username', 'verified', 'emailVisibility', 'email']

function isSystemColumn(collection: Collection, column: string, { hidesFields }: Scope): boolean {
  if (column === 'id') return true
  if (column === 'created' || column === 'updated') {
    if (collection.type === 'view') return collection.dates.includes(column)
    return !(hidesFields && collection.omittedDates?.includes(column))
  }
  return collection.type === 'auth' && authColumns.includes(column)
}

const columnOf = ({ row, isConstant }: PathRecord, read: Read, element?: JoinedRow): ColumnValue => ({
  ...columnValue(row, read),
  isConstant,
  ...(element ? { element } : {}),
})

function systemValue({ dialect }: Scope, record: PathRecord, column: string): ColumnValue {
  const element = column === 'id' && record.row?.byId && record.row.parent?.list ? record.row.parent : undefined
  const type = column === 'verified' || column === 'emailVisibility' ? 'boolean' : 'text'
  const value = columnOf(record, readColumn(dialect, record, column, type), element)
  return column === 'email' && record.hidesEmails
    ? { ...value, isVisible: alias => record.column(alias, 'emailVisibility') }
    : value
}

/** Whether paths lead into the values of a field. */
function isObjectField(field: Field): boolean {
  const { holdsJson, parts } = fieldType(field)
  return holdsJson === true || parts !== undefined
}

function jsonValue(record: PathRecord, field: Field, path: readonly string[], { dialect, span }: Scope): ColumnValue {
  if (path.includes('')) throw new QueryError(`A path into "${field.name}" has an empty part.`, span)
  const { parts } = fieldType(field)
  if (parts && path.length > 0 && !(path.length === 1 && parts.includes(path[0] ?? '')))
    throw new UnknownNameError(
      `The field "${field.name}" has no part "${path.join('.')}", only ${parts.join(' and ')}.`,
      span,
      `unknown field "${path.join('.')}"`,
    )
  const json = readColumn(dialect, record, field.name, fieldType(field).column(field.options))
  return { ...columnOf(record, alias => dialect.jsonAt(json(alias), path)), isJson: true }
}

function readField({ dialect }: Scope, record: PathRecord, field: Field): Read {
  const read = readColumn(dialect, record, field.name, fieldType(field).column(field.options))
  // System tables offer the number of a row under this name.
  return field.system && field.name === 'rowid' ? alias => dialect.insertionOrder(name(alias)) ?? read(alias) : read
}

function fieldValue(scope: Scope, record: PathRecord, field: Field, modifier: string | undefined): ColumnValue {
  const { dialect } = scope
  const type = fieldType(field)
  const isMultiple = type.isMultiple(field.options)
  const supported: readonly string[] = type.filterModifiers(field.options)
  if (modifier === 'each' && isMultiple && supported.includes(modifier)) {
    const element = elementsOf(scope, record, field)
    return { ...columnValue(element, alias => dialect.element(name(alias, 'value'))), element }
  }
  const read = readField(scope, record, field)
  if (modifier === 'length' && supported.includes(modifier)) {
    const length = isMultiple ? dialect.listLength : dialect.textLength
    return { ...columnOf(record, alias => length(read(alias))), isNonNullWithoutRow: true }
  }
  return { ...columnOf(record, read), ...(type.holdsPassword && { isSecret: true }) }
}

const unknownField = ({ name }: Collection, field: string, { span }: Scope) =>
  new UnknownNameError(`The collection "${name}" has no field "${field}".`, span, `unknown field "${field}"`)

/** The value in lower case. */
const lowerCase = ({ dialect }: Scope, value: ColumnValue): ColumnValue => ({
  ...value,
  read: alias => dialect.lower(value.read(alias)),
  isJson: false,
})

function endValue(scope: Scope, record: PathRecord, end: string, modifier: string | undefined): ColumnValue {
  const { collection } = record
  assertModifier(modifier, scope)
  if (modifier === 'lower') return lowerCase(scope, endValue(scope, record, end, undefined))
  if (modifier === undefined && isSystemColumn(collection, end, scope)) return systemValue(scope, record, end)
  const field = findField(scope, collection, end)
  if (!field) throw unknownField(collection, end, scope)
  return isObjectField(field) ? jsonValue(record, field, [], scope) : fieldValue(scope, record, field, modifier)
}

/** Resolves a path of relations to the value at its end, and joins the rows on the way. */
export function resolvePath(scope: Scope, start: PathRecord, { path, modifier }: SplitIdentifier): ColumnValue {
  let record = start
  for (const [index, segment] of path.slice(0, -1).entries()) {
    const json = findField(scope, record.collection, segment)
    if (json && isObjectField(json)) {
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

const modifiers = ['each', 'length', 'isset', 'lower']

/** Throws a QueryError for an unknown modifier. A modifier that the field does not support is ignored. */
export function assertModifier(modifier: string | undefined, { span }: Scope): void {
  if (modifier === undefined || modifiers.includes(modifier)) return
  throw new QueryError(`":${modifier}" is not a modifier. Use :each, :length, :isset or :lower.`, span)
}
