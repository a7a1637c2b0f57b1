import { type Field, fieldType } from '@coffer/fields'
import type { Collection, SplitIdentifier } from '@coffer/schema'
import { name } from '../../db/sql.ts'
import { jsonAt, lengthOf, singleLengthOf } from './columnSql.ts'
import { elementsOf, follow } from './follow.ts'
import type { JoinedRow, Read } from './Joins.ts'
import { requireModifier } from './modifiers.ts'
import type { Place } from './Place.ts'
import { QueryError, UnknownNameError } from './QueryError.ts'
import type { Scope } from './Scope.ts'
import { type ColumnValue, columnValue } from './Value.ts'

/** Maximum number of relations in a path. */
const maxSteps = 6

const authColumns = ['username', 'verified', 'emailVisibility', 'email']

const isSystemColumn = (collection: Collection, column: string): boolean => {
  if (column === 'id') return true
  if (column === 'created' || column === 'updated') return collection.type !== 'view' || collection.dates.includes(column)
  return collection.type === 'auth' && authColumns.includes(column)
}

const columnOf = ({ row, isConstant }: Place, read: Read, element?: JoinedRow): ColumnValue => ({
  ...columnValue(row, read),
  isConstant,
  ...(element ? { element } : {}),
})

const systemValue = (place: Place, column: string): ColumnValue => {
  const element = column === 'id' && place.row?.byId && place.row.parent?.list ? place.row.parent : undefined
  const value = columnOf(place, alias => place.column(alias, column), element)
  return column === 'email' && place.hidesEmails
    ? { ...value, isVisible: alias => place.column(alias, 'emailVisibility') }
    : value
}

const jsonValue = (place: Place, field: Field, path: readonly string[], { span }: Scope): ColumnValue => {
  if (path.includes('')) throw new QueryError(`A path into "${field.name}" has an empty part.`, span)
  const read = (alias: string) => jsonAt(place.column(alias, field.name), path)
  return { ...columnOf(place, read), isJson: true }
}

const fieldValue = (scope: Scope, place: Place, field: Field, modifier: string | undefined): ColumnValue => {
  const type = fieldType(field)
  const isMultiple = type.isMultiple(field.options)
  const supported: readonly string[] = type.filterModifiers(field.options)
  if (modifier === 'each' && isMultiple && supported.includes(modifier)) {
    const element = elementsOf(scope, place, field)
    return { ...columnValue(element, alias => name(alias, 'value')), element }
  }
  if (modifier === 'length' && supported.includes(modifier)) {
    const length = isMultiple ? lengthOf : singleLengthOf
    return { ...columnOf(place, alias => length(place.column(alias, field.name))), outlastsRow: true }
  }
  return columnOf(place, alias => place.column(alias, field.name))
}

const unknownField = ({ name }: Collection, field: string, { span }: Scope) =>
  new UnknownNameError(`The collection "${name}" has no field "${field}".`, span, `unknown field "${field}"`)

const endValue = (scope: Scope, place: Place, end: string, modifier: string | undefined): ColumnValue => {
  const { collection } = place
  requireModifier(modifier, scope)
  if (modifier === undefined && isSystemColumn(collection, end)) return systemValue(place, end)
  const field = collection.schema.find(({ name }) => name === end)
  if (!field) throw unknownField(collection, end, scope)
  return fieldType(field).holdsJson ? jsonValue(place, field, [], scope) : fieldValue(scope, place, field, modifier)
}

/** Resolves a path of relations to the value at its end, and joins the rows on the way. */
export const resolvePath = (scope: Scope, start: Place, { path, modifier }: SplitIdentifier): ColumnValue => {
  let place = start
  for (const [index, segment] of path.slice(0, -1).entries()) {
    const json = place.collection.schema.find(field => field.name === segment && fieldType(field).holdsJson)
    if (json) {
      // A JSON path has no modifiers: a modifier is part of the last key, without its colon.
      const keys = [...path.slice(index + 1, -1), `${path.at(-1)}${modifier ?? ''}`].map(key => key.replaceAll(':', ''))
      return jsonValue(place, json, keys, scope)
    }
    if (index === maxSteps) {
      const reason = `max nested relations reached for field "${segment}"`
      throw new QueryError(`A path can follow at most ${maxSteps} relations.`, scope.span, reason)
    }
    place = follow(scope, place, segment)
  }
  return endValue(scope, place, path.at(-1) ?? '', modifier)
}
