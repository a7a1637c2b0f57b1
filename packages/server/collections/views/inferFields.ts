import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from '@coffer/schema'
import { randomFieldId } from '../../crypto/randomText.ts'
import { type Identifier, type ParsedQuery, parseViewQuery, ViewQueryError } from './parseViewQuery.ts'
import type { SecretColumns } from './secretColumns.ts'

const newField = (name: string, type: FieldTypeName, options: object = {}): Field => ({
  system: false,
  id: randomFieldId(),
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse(options) },
})

/** Creates the field for a column of unknown type. */
export function plainField(name: string): Field {
  return newField(name, 'json', { maxSize: 1 })
}

const castTypes: Record<string, FieldTypeName> = {
  real: 'number',
  integer: 'number',
  int: 'number',
  decimal: 'number',
  numeric: 'number',
  text: 'text',
  boolean: 'bool',
  bool: 'bool',
}

/** Returns the field type of an expression, if it can be derived without its columns. */
function typeOfExpression(expression: string): FieldTypeName | undefined {
  if (/^(count|total)\(/i.test(expression)) return 'number'
  if (!/^cast\s*\(/i.test(expression) || !expression.trimEnd().endsWith(')')) return undefined
  const inner = expression.trimEnd().slice(0, -1).trimEnd()
  const words = /(\S+)\s(\w+)$/.exec(inner.slice(-300))
  return words?.[1]?.toLowerCase() === 'as' ? ownValue(castTypes, words[2]?.toLowerCase() ?? '') : undefined
}

/** Returns the columns of a query that are counts, or cast to integers. PocketBase 0.22 does not tell them from other numbers. */
export function integerColumns(query: string): ReadonlySet<string> {
  try {
    const { columns } = parseViewQuery(query)
    return new Set(columns.filter(({ original }) => /^count\(|\sas int(?:eger)?\s*\)$/i.test(original)).map(({ alias }) => alias))
  } catch (error) {
    if (error instanceof ViewQueryError) return new Set()
    throw error
  }
}

const authColumns: Record<string, FieldTypeName> = {
  username: 'text',
  email: 'email',
  verified: 'bool',
  emailVisibility: 'bool',
}

function fieldOfCollection(collection: Collection, column: string, alias: string): Field {
  const field = collection.schema.find(({ name }) => name.toLowerCase() === column.toLowerCase())
  if (field) return { ...field, id: randomFieldId(), name: alias }
  if (column === 'id') return newField(alias, 'relation', { collectionId: collection.id, maxSelect: 1 })
  if (column === 'created' || column === 'updated') return newField(alias, 'date')
  const type = collection.type === 'auth' ? ownValue(authColumns, column) : undefined
  return type ? newField(alias, type) : plainField(alias)
}

/** Returns the collections of the tables in a query, by their aliases. */
function collectionsOf(tables: readonly Identifier[], collections: readonly Collection[]): Map<string, Collection> {
  const byName = new Map(collections.map(collection => [collection.name, collection]))
  return new Map(
    tables.flatMap(({ original, alias }) => {
      const collection = alias.includes('(') ? undefined : byName.get(original)
      return collection ? [[alias, collection]] : []
    }),
  )
}

const hideIf = (isSecret: boolean, field: Field): Field => (isSecret ? { ...field, hidden: true } : field)

/**
 * Returns the fields for the columns of a query, by column name. What is computed from columns that only admins may see is hidden.
 * @throws ViewQueryError for `*`
 */
export function inferFields(
  { columns, tables }: ParsedQuery,
  collections: readonly Collection[],
  secrets: SecretColumns,
): Map<string, Field> {
  if (columns.some(({ alias }) => alias === '*')) {
    throw new ViewQueryError(
      'wildcard columns (*) are not supported - manually type the collection field names you want the view query to have',
    )
  }
  const known = collectionsOf(tables, collections)
  return new Map(
    columns.map(({ original, alias, text }): [string, Field] => {
      const type = typeOfExpression(original)
      if (type) return [alias, hideIf(secrets.mayBeIn(text), newField(alias, type))]
      const parts = original.split('.')
      const [table, column = ''] = parts.length === 2 ? parts : [tables[0]?.alias, parts[0]]
      const collection = known.get(table ?? '')
      const field = collection && fieldOfCollection(collection, column, alias)
      // A copy of a field has its type, and is hidden as the field is.
      const isCopy = field && collection.schema.some(({ name }) => name.toLowerCase() === column.toLowerCase())
      const isKnown = isCopy && !secrets.isReplaced(collection.name)
      return [alias, hideIf(!isKnown && secrets.mayBeIn(text), field ?? plainField(alias))]
    }),
  )
}
