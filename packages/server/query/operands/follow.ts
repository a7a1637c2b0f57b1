import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { name, sql } from '../../db/sql.ts'
import { isUniqueColumn } from '../indexes/columnIndexes.ts'
import { columnOperand, idOperand } from './columnOperand.ts'
import type { JoinedRow, Read } from './Joins.ts'
import { joinedRecord, type PathRecord, readColumn } from './PathRecord.ts'
import { UnknownNameError } from './QueryError.ts'
import type { Scope } from './Scope.ts'

/** Joins the elements of a multi-valued field, one row each. */
export function elementsOf({ dialect, joins }: Scope, record: PathRecord, field: Field): JoinedRow {
  const list = readColumn(dialect, record, field.name, 'list')
  return joins.row(`${record.path}.${field.name}[]`, () => ({
    parent: record.row,
    join: (_, parent) => ({ table: dialect.elements(list(parent)), on: sql`TRUE` }),
    isMany: true,
    list,
    order: alias => dialect.elementOrder(name(alias)),
  }))
}

/** Returns the order of the rows of a joined collection, by their alias. */
export function rowOrder({ dialect }: Scope): NonNullable<JoinedRow['order']> {
  return alias => dialect.insertionOrder(name(alias))
}

/** Number of records up to which a query may scan a whole related collection. */
const maxSmallCollectionRecords = 1000

function followRelation(scope: Scope, record: PathRecord, field: Field, target: Collection): PathRecord {
  const { dialect } = scope
  const path = `${record.path}.${field.name}`
  const isMultiple = fieldType(field).isMultiple(field.options)
  const id: Read = isMultiple ? parent => dialect.element(name(parent, 'value')) : readColumn(dialect, record, field.name, 'text')
  const table: Read = alias => scope.tableOf(target, alias)
  // The ids of a view may not be unique.
  const isTable = target.type !== 'view'
  const row = scope.joins.row(path, () => ({
    parent: isMultiple ? elementsOf(scope, record, field) : record.row,
    collection: target,
    join: (alias, parent) => ({ table: table(alias), on: dialect.compare(idOperand(dialect, target, alias), '=', id(parent)) }),
    isMany: false,
    multiplies: !isTable,
    ...(isTable ? { byId: { table, id, isSmall: scope.catalog.sizeOf(target) <= maxSmallCollectionRecords } } : {}),
  }))
  return joinedRecord(target, path, row, record.hidesEmails)
}

function followBack(scope: Scope, record: PathRecord, segment: string, source: Collection, field: Field): PathRecord {
  const { dialect } = scope
  const path = `${record.path}.${segment}`
  const isMultiple = fieldType(field).isMultiple(field.options)
  const uniqueness = isMultiple ? false : isUniqueColumn(source, field.name)
  const id = readColumn(dialect, record, 'id', 'text')
  const row = scope.joins.row(path, () => ({
    parent: record.row,
    collection: source,
    join: (alias, parent) => {
      const reference = columnOperand(dialect, source, field.name, name(alias, field.name), isMultiple ? 'list' : 'text')
      return {
        table: scope.tableOf(source, alias),
        on: isMultiple ? dialect.contains(reference, id(parent)) : dialect.compare(reference, '=', id(parent)),
      }
    },
    isMany: uniqueness === false,
    multiplies: uniqueness !== 'always',
    order: rowOrder(scope),
  }))
  return joinedRecord(source, path, row, record.hidesEmails)
}

/** A field of a source collection that refers to the target. */
export interface BackReference {
  source: Collection
  field: Field
}

/** Finds the field of a collection (by name or id) if it refers to the target, and is not hidden. */
export function findBackReference(
  { catalog, hidesFields }: Pick<Scope, 'catalog' | 'hidesFields'>,
  target: Collection,
  from: string,
  via: string,
): BackReference | undefined {
  const source = catalog.find(from)
  const field = source && findField({ hidesFields }, source, via)
  if (!source || !field) return undefined
  return fieldType(field).refersTo?.(field.options) === target.id ? { source, field } : undefined
}

/** Finds a field of a collection, unless the scope hides hidden fields and passwords, and it is one. */
export function findField({ hidesFields }: Pick<Scope, 'hidesFields'>, { schema }: Collection, name: string): Field | undefined {
  return schema.find(field => field.name === name && !(hidesFields && (field.hidden || fieldType(field).holdsPassword)))
}

/** Follows one segment of a path: a relation or a back relation. */
export function follow(scope: Scope, record: PathRecord, segment: string): PathRecord {
  const { collection } = record
  const field = findField(scope, collection, segment)
  const targetId = field && fieldType(field).refersTo?.(field.options)
  const target = targetId === undefined ? undefined : scope.catalog.byId(targetId)
  if (field && target) return followRelation(scope, record, field, target)
  const [, from = '', via = ''] = /^(\w+)_via_(\w+)$/.exec(segment) ?? []
  const back = field ? undefined : findBackReference(scope, collection, from, via)
  if (back) return followBack(scope, record, segment, back.source, back.field)
  const reason = field ? `field "${segment}" is not a valid relation` : `unknown field "${segment}"`
  throw new UnknownNameError(`"${segment}" is not a relation of the collection "${collection.name}".`, scope.span, reason)
}
