import { type Leaf, macroValue, type Operand, splitIdentifier } from '@coffer/schema'
import { sql } from '../../db/sql.ts'
import { callValue } from './callValue.ts'
import { rowOrder } from './follow.ts'
import { joinedRecord, queriedRecord } from './PathRecord.ts'
import { QueryError } from './QueryError.ts'
import { requestValue } from './requestValue.ts'
import { resolvePath } from './resolvePath.ts'
import type { Scope } from './Scope.ts'
import { booleanValue, integerValue, nullValue, numberValue, textValue, type Value } from './Value.ts'

/** Resolves `@collection.<name>.<path>`: a path from every record of a collection. */
function collectionValue(
  scope: Scope,
  identifier: string,
  collectionName: string,
  alias: string | undefined,
  path: string,
): Value {
  const collection = scope.catalog.find(collectionName)
  if (!collection) {
    const reason = `failed to load collection "${collectionName}" from field path "${identifier}"`
    throw new QueryError(`There is no collection "${collectionName}".`, scope.span, reason)
  }
  const start = `${scope.root}@collection.${collection.id}:${alias ?? ''}`
  const row = scope.joins.row(start, () => ({
    parent: undefined,
    collection,
    join: row => ({ table: scope.tableOf(collection, row), on: sql`TRUE` }),
    isMany: true,
    order: rowOrder(scope),
  }))
  return resolvePath(scope, joinedRecord(collection, start, row, false), splitIdentifier(path))
}

/** Resolves a name: a path of fields, or one behind `@collection` or `@request`. */
export function resolveIdentifier(scope: Scope, identifier: string): Value {
  if (/^\w[\w.:]*$/.test(identifier)) return resolvePath(scope, queriedRecord(scope), splitIdentifier(identifier))
  if (identifier.startsWith('@request.')) {
    const value = requestValue(scope, identifier.slice('@request.'.length))
    if (value) return value
  }
  const [, collection, alias, path = ''] = /^@collection\.(\w+)(?::(\w+))?\.([\w.:]*\w)$/.exec(identifier) ?? []
  if (collection !== undefined) return collectionValue(scope, identifier, collection, alias, path)
  throw new QueryError(`Unknown name "${identifier}".`, scope.span)
}

function keywordValue(identifier: string): Value | undefined {
  switch (identifier.toLowerCase()) {
    case 'null':
      return nullValue
    case 'true':
      return booleanValue(true)
    case 'false':
      return booleanValue(false)
  }
  return undefined
}

/** Resolves one side of a comparison, or an argument of a function. */
function resolveLeaf(scope: Scope, operand: Leaf): Value {
  if (operand.kind === 'text') return textValue(operand.value)
  if (operand.kind === 'number') return numberValue(operand.value)
  const macro = macroValue(operand.name, scope.now)
  if (typeof macro === 'string') return textValue(macro)
  if (macro !== undefined) return integerValue(macro)
  return keywordValue(operand.name) ?? resolveIdentifier({ ...scope, span: operand.span }, operand.name)
}

/** Resolves one side of a comparison. */
export function resolveOperand(scope: Scope, operand: Operand): Value {
  if (operand.kind !== 'call') return resolveLeaf(scope, operand)
  return callValue(
    { ...scope, span: operand.span },
    operand,
    operand.args.map(arg => resolveLeaf(scope, arg)),
  )
}
