import { type Field, fieldTypes, isFieldTypeName, isObject, type SqlValue } from '@coffer/fields'
import { type AuthOptions, type Collection, parseCofferAuth, type Rule, readOmittedDates } from '@coffer/schema'
import type { Row, Transaction } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { escapeJson } from '../messages/json.ts'
import { storeRuleTests } from './storedRuleTests.ts'

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')
const rule = (value: SqlValue | undefined): Rule => (typeof value === 'string' ? value : null)

function parsed(value: SqlValue | undefined): unknown {
  try {
    return JSON.parse(text(value))
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.filter(item => typeof item === 'string') : [])
const nullableTextList = (value: unknown): string[] | null => (Array.isArray(value) ? textList(value) : null)

function storedField(stored: unknown): Field[] {
  const field = objectOf(stored)
  const type = String(field.type)
  if (!isFieldTypeName(type)) return []
  const options = fieldTypes[type].options.safeParse(field.options ?? {})
  return [
    {
      system: field.system === true,
      id: String(field.id ?? ''),
      name: String(field.name ?? ''),
      type,
      required: field.required === true,
      presentable: field.presentable === true,
      unique: field.unique === true,
      options: (options.success ? options.data : fieldTypes[type].options.parse({})) as Record<string, unknown>,
      ...(typeof field.help === 'string' && field.help !== '' && { help: field.help }),
      ...(field.hidden === true && { hidden: true }),
    },
  ]
}

/** The options of an auth collection with defaults, keys in alphabetical order. */
function authOptions(stored: unknown): AuthOptions {
  const options = objectOf(stored)
  const coffer = parseCofferAuth(options.coffer)
  return {
    allowEmailAuth: options.allowEmailAuth === true,
    allowOAuth2Auth: options.allowOAuth2Auth === true,
    allowUsernameAuth: options.allowUsernameAuth === true,
    exceptEmailDomains: nullableTextList(options.exceptEmailDomains),
    manageRule: typeof options.manageRule === 'string' ? options.manageRule : null,
    minPasswordLength: typeof options.minPasswordLength === 'number' ? options.minPasswordLength : 0,
    onlyEmailDomains: nullableTextList(options.onlyEmailDomains),
    onlyVerified: options.onlyVerified === true,
    requireEmail: options.requireEmail === true,
    ...(coffer && { coffer }),
  }
}

/** Columns of `_collections` in the order that `readCollection` expects. */
export const collectionColumns: Sql = sql`id, created, updated, name, type, ${name('system')}, ${name('schema')}, indexes,
  ${name('listRule')}, ${name('viewRule')}, ${name('createRule')}, ${name('updateRule')}, ${name('deleteRule')}, options`

/** Converts a row of `collectionColumns` to a collection without its rule tests. Values that older servers did not write get their defaults. */
export function readCollection(row: Row): Collection {
  const type = text(row[4])
  const options = parsed(row[13])
  const omittedDates = readOmittedDates(objectOf(objectOf(options).coffer).omittedDates)
  const shared = {
    id: text(row[0]),
    created: text(row[1]),
    updated: text(row[2]),
    name: text(row[3]),
    system: Boolean(row[5]),
    schema: [parsed(row[6])].flat().flatMap(storedField),
    indexes: textList(parsed(row[7])),
    listRule: rule(row[8]),
    viewRule: rule(row[9]),
    createRule: rule(row[10]),
    updateRule: rule(row[11]),
    deleteRule: rule(row[12]),
    ...(omittedDates && { omittedDates }),
  }
  if (type === 'auth') return { ...shared, type, options: authOptions(options) }
  if (type === 'view') return { ...shared, type, options: { query: String(objectOf(options).query ?? '') }, dates: [] }
  return { ...shared, type: 'base', options: {} }
}

/** Serializes JSON as PocketBase 0.22 stores it. */
const storedJson = (value: unknown): string => escapeJson(JSON.stringify(value))

/** Serializes the options. PocketBase 0.22 ignores the group `coffer`. */
function storedOptions({ options, omittedDates }: Collection): string {
  const { coffer } = options as { coffer?: object | undefined }
  return storedJson(omittedDates ? { ...options, coffer: { ...coffer, omittedDates } } : options)
}

/** Inserts the row of a new collection, and stores its rule tests. */
export async function insertCollection(transaction: Transaction, collection: Collection): Promise<void> {
  await transaction.run(sql`INSERT INTO ${name('_collections')} (${collectionColumns}) VALUES (
    ${collection.id}, ${collection.created}, ${collection.updated}, ${collection.name}, ${collection.type}, ${collection.system},
    ${storedJson(collection.schema)}, ${storedJson(collection.indexes)},
    ${collection.listRule}, ${collection.viewRule}, ${collection.createRule}, ${collection.updateRule}, ${collection.deleteRule},
    ${storedOptions(collection)})`)
  const { ruleTests = [] } = collection
  if (ruleTests.length > 0) await storeRuleTests(transaction, collection.id, ruleTests)
}

/** Updates all columns of a collection's row except its id, and its rule tests. */
export async function updateCollection(transaction: Transaction, collection: Collection): Promise<void> {
  await transaction.run(sql`UPDATE ${name('_collections')} SET created = ${collection.created}, updated = ${collection.updated},
    name = ${collection.name}, type = ${collection.type}, ${name('system')} = ${collection.system},
    ${name('schema')} = ${storedJson(collection.schema)}, indexes = ${storedJson(collection.indexes)},
    ${name('listRule')} = ${collection.listRule}, ${name('viewRule')} = ${collection.viewRule}, ${name('createRule')} = ${collection.createRule},
    ${name('updateRule')} = ${collection.updateRule}, ${name('deleteRule')} = ${collection.deleteRule},
    options = ${storedOptions(collection)} WHERE id = ${collection.id}`)
  await storeRuleTests(transaction, collection.id, collection.ruleTests ?? [])
}
