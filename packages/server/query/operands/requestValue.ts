import { type Field, fieldType, listTexts } from '@coffer/fields'
import { type SplitIdentifier, splitIdentifier } from '@coffer/schema'
import { toAsciiLowerCase } from '../../db/Dialect.ts'
import { name, sql } from '../../db/sql.ts'
import { idOperand } from './columnOperand.ts'
import { compareValues } from './compareValues.ts'
import { rowOrder } from './follow.ts'
import { joinedRecord, type PathRecord, queriedRecord, requestAuthRecord } from './PathRecord.ts'
import { QueryError, UnknownNameError } from './QueryError.ts'
import { assertModifier, resolvePath } from './resolvePath.ts'
import type { Scope } from './Scope.ts'
import { booleanValue, columnValue, givenValue, integerValue, nullValue, numberValue, textValue, type Value } from './Value.ts'

/** Finds the value at a path of nested objects. Ignores inherited properties. */
function findIn(values: object, path: readonly string[]): { found: unknown } | undefined {
  let at: unknown = values
  for (const key of path) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return { found: at }
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const lowerCase = (value: Value): Value =>
  value.kind === 'bound' && typeof value.value === 'string' ? textValue(toAsciiLowerCase(value.value)) : value

/** Returns a submitted value. A numeric text with the name of a number field of the queried collection becomes a number. */
function submittedValue({ collection }: Scope, values: object, { path, modifier }: SplitIdentifier): Value {
  const submitted = findIn(values, path)
  if (modifier === 'isset') return booleanValue(submitted !== undefined)
  if (typeof submitted?.found === 'string' && decimal.test(submitted.found)) {
    const field = collection.schema.find(({ name }) => name === path.at(-1))
    if (field && fieldType(field).comparesAsNumber) return numberValue(Number(submitted.found))
  }
  const value = givenValue(submitted?.found)
  return modifier === 'lower' ? lowerCase(value) : value
}

/** Resolves a path behind `@request`, where unknown names are null. */
function orNull(resolve: () => Value): Value {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof UnknownNameError) return nullValue
    throw error
  }
}

function authValue(scope: Scope, given: SplitIdentifier): Value {
  const { path, modifier } = given
  const { auth } = scope.request
  if (!auth) return nullValue
  const [only = '', ...more] = path
  if (more.length === 0 && modifier === undefined) {
    if (only === 'collectionId') return givenValue(auth.collection.id)
    if (only === 'collectionName') return givenValue(auth.collection.name)
    const isPlain = ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'].includes(only)
    if (isPlain) return givenValue(auth.values[only])
  }
  return orNull(() => resolvePath(scope, requestAuthRecord(scope.dialect, auth), given))
}

/** Returns the submitted texts of a field, without duplicates. */
function submittedTexts({ request }: Scope, field: Field): string[] {
  const value = fieldType(field).normalize(findIn(request.data, [field.name])?.found, field.options)
  return listTexts(value)
}

/** Joins the records whose ids were submitted for a relation. */
function submittedRecords(scope: Scope, field: Field, targetId: string): PathRecord | undefined {
  const { dialect } = scope
  const ids = submittedTexts(scope, field)
  const target = scope.catalog.byId(targetId)
  if (!target || ids.length === 0) return undefined
  const path = `${scope.root}@data.${field.name}`
  const row = scope.joins.row(path, () => ({
    parent: undefined,
    collection: target,
    join: alias => ({
      table: scope.tableOf(target, alias),
      on: dialect.inIds(idOperand(dialect, target, alias), ids),
    }),
    order: rowOrder(scope),
    isMany: fieldType(field).isMultiple(field.options),
    multiplies: target.type === 'view',
  }))
  return joinedRecord(target, path, row, false)
}

function submittedEach(scope: Scope, field: Field): Value {
  const { dialect } = scope
  const row = scope.joins.row(`${scope.root}@data.${field.name}[]`, () => ({
    parent: undefined,
    join: () => ({ table: dialect.tableOfTexts(submittedTexts(scope, field)), on: sql`TRUE` }),
    isMany: fieldType(field).isMultiple(field.options),
  }))
  return { ...columnValue(row, alias => dialect.element(name(alias, 'value'))), isNeverEmpty: true }
}

/** Whether a field is submitted with another value than the record has. */
function changedValue(scope: Scope, { path }: SplitIdentifier): Value {
  const { dialect, joins, request } = scope
  const [field = '', ...more] = path
  if (more.length > 0) throw new QueryError('":changed" follows the name of a field.', scope.span)
  const stored = resolvePath(scope, queriedRecord(scope), { path: [field] })
  if (!findIn(request.data, [field])) return booleanValue(false)
  const submitted = submittedValue(scope, request.data, { path: [field] })
  const isDifferent = (alias: string) =>
    compareValues(scope, { value: submitted, alias: joins.record }, '!=', { value: stored, alias })
  return columnValue(undefined, alias => dialect.truth(isDifferent(alias)))
}

function dataValue(scope: Scope, given: SplitIdentifier): Value {
  const { path, modifier } = given
  if (modifier === 'changed') return changedValue(scope, given)
  const field = scope.collection.schema.find(({ name }) => name === path[0])
  const type = field && fieldType(field)
  const targetId = type?.refersTo?.(field?.options ?? {})
  if (field && targetId !== undefined && path.length > 1) {
    const record = submittedRecords(scope, field, targetId)
    return record ? orNull(() => resolvePath(scope, record, { ...given, path: path.slice(1) })) : nullValue
  }
  const supported: readonly string[] = field && type ? type.filterModifiers(field.options) : []
  if (field && path.length === 1 && modifier !== undefined && supported.includes(modifier)) {
    return modifier === 'each' ? submittedEach(scope, field) : integerValue(submittedTexts(scope, field).length)
  }
  return submittedValue(scope, scope.request.data, given)
}

/** Resolves a name behind `@request.`; undefined if it is unknown. */
export function requestValue(scope: Scope, rest: string): Value | undefined {
  const { request } = scope
  const [, only, lower] = /^(context|method)(:lower)?$/.exec(rest) ?? []
  if (only) {
    const value = givenValue(request[only as 'context' | 'method'])
    return lower ? lowerCase(value) : value
  }
  const [, kind, identifier = ''] = /^(\w+)\.([\w.:]*\w)$/.exec(rest) ?? []
  const path = splitIdentifier(identifier)
  const isData = kind === 'data' || kind === 'body'
  if (!isData || path.modifier !== 'changed') assertModifier(path.modifier, scope)
  if (kind === 'auth') return authValue(scope, path)
  if (isData) return dataValue(scope, path)
  if (kind === 'query') return submittedValue(scope, request.query, path)
  return kind === 'headers' && /^\w+(?::lower)?$/.test(identifier) ? submittedValue(scope, request.headers, path) : undefined
}
