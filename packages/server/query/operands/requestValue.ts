import { type Field, fieldType, listTexts } from '@coffer/fields'
import { type SplitIdentifier, splitIdentifier } from '@coffer/schema'
import { name, sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { idOperand } from './columnOperand.ts'
import { rowOrder } from './follow.ts'
import { assertModifier } from './modifiers.ts'
import { joinedRecord, type PathRecord, requestAuthRecord } from './PathRecord.ts'
import { UnknownNameError } from './QueryError.ts'
import { resolvePath } from './resolvePath.ts'
import type { Scope } from './Scope.ts'
import { booleanValue, columnValue, givenValue, integerValue, nullValue, numberValue, type Value } from './Value.ts'

/** Finds the value at a path of nested objects. Ignores inherited properties. */
const findIn = (values: object, path: readonly string[]): { found: unknown } | undefined => {
  let at: unknown = values
  for (const key of path) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return { found: at }
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns a submitted value. A numeric text with the name of a number field of the queried collection becomes a number. */
const submittedValue = ({ collection }: Scope, values: object, { path, modifier }: SplitIdentifier): Value => {
  const submitted = findIn(values, path)
  if (modifier === 'isset') return booleanValue(submitted !== undefined)
  if (typeof submitted?.found === 'string' && decimal.test(submitted.found)) {
    const field = collection.schema.find(({ name }) => name === path.at(-1))
    if (field && fieldType(field).comparesAsNumber) return numberValue(Number(submitted.found))
  }
  return givenValue(submitted?.found)
}

/** Resolves a path behind `@request`, where unknown names are null. */
const orNull = (resolve: () => Value): Value => {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof UnknownNameError) return nullValue
    throw error
  }
}

const authValue = (scope: Scope, given: SplitIdentifier): Value => {
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
  return orNull(() => resolvePath(scope, requestAuthRecord(auth), given))
}

/** Returns the submitted texts of a field, without duplicates. */
const submittedTexts = ({ request }: Scope, field: Field): string[] => {
  const value = fieldType(field).normalize(findIn(request.data, [field.name])?.found, field.options)
  return listTexts(value)
}

/** Joins the records whose ids were submitted for a relation. */
const submittedRecords = (scope: Scope, field: Field, targetId: string): PathRecord | undefined => {
  const ids = submittedTexts(scope, field)
  const target = scope.catalog.byId(targetId)
  if (!target || ids.length === 0) return undefined
  const path = `${scope.root}@data.${field.name}`
  const row = scope.joins.row(path, () => ({
    parent: undefined,
    join: alias => ({
      table: scope.tableOf(target, alias),
      on: dialect.inIds(idOperand(target, alias), ids),
    }),
    order: rowOrder,
    isMany: fieldType(field).isMultiple(field.options),
    multiplies: target.type === 'view',
  }))
  return joinedRecord(target, path, row, false)
}

const submittedEach = (scope: Scope, field: Field): Value => {
  const row = scope.joins.row(`${scope.root}@data.${field.name}[]`, () => ({
    parent: undefined,
    join: () => ({ table: dialect.tableOfTexts(submittedTexts(scope, field)), on: sql`TRUE` }),
    isMany: fieldType(field).isMultiple(field.options),
  }))
  return { ...columnValue(row, alias => dialect.element(name(alias, 'value'))), isNeverEmpty: true }
}

const dataValue = (scope: Scope, given: SplitIdentifier): Value => {
  const { path, modifier } = given
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
export const requestValue = (scope: Scope, rest: string): Value | undefined => {
  const { request } = scope
  if (rest === 'context') return givenValue(request.context)
  if (rest === 'method') return givenValue(request.method)
  const [, kind, identifier = ''] = /^(\w+)\.([\w.:]*\w)$/.exec(rest) ?? []
  const path = splitIdentifier(identifier)
  assertModifier(path.modifier, scope)
  if (kind === 'auth') return authValue(scope, path)
  if (kind === 'data') return dataValue(scope, path)
  if (kind === 'query') return submittedValue(scope, request.query, path)
  return kind === 'headers' && /^\w+$/.test(identifier) ? submittedValue(scope, request.headers, path) : undefined
}
