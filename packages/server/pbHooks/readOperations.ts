import { fieldType } from '@coffer/fields'
import { type Collection, parseSort } from '@coffer/schema'
import { findAdmin, findAdminByEmail } from '../auth/admins.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { name, nothing, type Sql, sql, untrusted } from '../db/sql.ts'
import { messageOf } from '../errors/inspectError.ts'
import { statementOf } from '../migrations/statementOf.ts'
import type { CollectionData, Plain } from '../pb/Host.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import type { RequestValues } from '../query/operands/RequestValues.ts'
import { findMatchingIds } from '../query/select/selectRecords.ts'
import { findAllowedRow } from '../records/access/findAllowed.ts'
import { fileOrigin } from '../records/files/fileOrigin.ts'
import { readRecord } from '../records/rows/StoredRecord.ts'
import { shapeOf } from '../records/rows/shape.ts'
import { memoizeByObject } from '../runtime/cache/memoizeByObject.ts'

/** An error with the text of 0.22, which scripts see. The log has the note, too. */
export class NotedError extends Error {
  readonly note: string

  constructor(message: string, note: string) {
    super(message)
    this.note = note
  }
}

/** A selection of records in SQL, with `{:name}` for each parameter. */
export interface Selection {
  joins?: string
  where?: string
  order?: string
  limit?: number
  offset?: number
  parameters?: Plain
}

interface ReadParts {
  reader: Reader
  catalog: () => Promise<Catalog>
  columnsOf: Transaction['columnsOf']
}

/** The error of 0.22 for each filter that cannot be used. */
const invalidFilter = 'invalid or empty filter expression'

/** Larger than any table, for a query without a limit. */
const unlimited = 1_000_000_000

/** Returns a collection as plain data. */
const dataOf = memoizeByObject((collection: Collection): CollectionData => JSON.parse(JSON.stringify(collection)))

const guestValues: RequestValues = { context: 'default', method: 'GET', query: {}, headers: {}, data: {}, auth: null }

/** Creates the operations of scripts that read. */
export function readOperations({ reader, catalog, columnsOf }: ReadParts) {
  const collectionOf = async (id: string): Promise<Collection> => {
    const found = (await catalog()).byId(id)
    if (!found) throw new Error(`There is no collection ${id}.`)
    return found
  }
  const compile = async (collection: Collection, filter: string, sort: string) => {
    // Scripts are written for PocketBase 0.22, whatever the meaning of rules is.
    const visibility = { allowHidden: true, emptyMatches: false }
    const { ordered } = compileQuery(reader.dialect, {
      collection,
      catalog: await catalog(),
      request: guestValues,
      conditions: [{ filter: readFilter(filter), ...visibility }],
      ...(sort !== '' && { sort: { items: parseSort(sort), ...visibility } }),
    })
    return ordered
  }
  /** Returns the FROM, WHERE and ORDER BY of the records of a collection that match a filter. Rules are not applied. */
  const orderedOf = async (collection: Collection, filter: string, sort: string): Promise<Sql> => {
    try {
      return await compile(collection, filter, sort)
    } catch (error) {
      // If the filter alone can be compiled, it is an error of the sort.
      if (sort !== '') await orderedOf(collection, filter, '')
      throw sort !== '' ? error : new NotedError(invalidFilter, `The filter is invalid. ${messageOf(error)}`)
    }
  }
  return {
    collections: async () => (await catalog()).all.map(dataOf),
    /** Returns one collection, or null: all of them take longer to send than a hook takes to run. */
    collection: async (nameOrId: string): Promise<CollectionData | null> => {
      const found = await catalog()
      const wanted = nameOrId.toLowerCase()
      const collection = found.byId(nameOrId) ?? found.all.find(other => other.name.toLowerCase() === wanted)
      return collection ? dataOf(collection) : null
    },
    /** Returns the values of the selected records. */
    select: async (id: string, { joins, where, order, limit, offset, parameters = {} }: Selection): Promise<Plain[]> => {
      const collection = await collectionOf(id)
      const part = (word: string, text: string | undefined) => statementOf(text ? ` ${word}${text}` : '', parameters)
      const limits = limit === undefined ? nothing : sql` LIMIT ${limit} OFFSET ${offset ?? 0}`
      const { select } = shapeOf(collection)
      const rows = await reader.rows(
        sql`SELECT ${select} FROM ${name(collection.name)}${part('', joins)}${part('WHERE ', where)}${part('ORDER BY ', order)}${limits}`,
      )
      return rows.map(row => readRecord(collection, row).values)
    },
    /** Returns the values of the records that have a value in a column. */
    findByColumn: async (id: string, column: string, value: unknown): Promise<Plain[]> => {
      const collection = await collectionOf(id)
      const known = shapeOf(collection).columns.find(other => other.name === column)
      if (!known) throw new Error(`no such column: ${column}`)
      const encoded = known.encode(known.field ? fieldType(known.field).normalize(value, known.field.options) : value)
      const rows = await reader.rows(
        sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)} WHERE ${name(collection.name, column)} = ${encoded} LIMIT 1`,
      )
      return rows.map(row => readRecord(collection, row).values)
    },
    /** Returns the values of the records that match a filter of the API. Rules are not applied. */
    filter: async (id: string, filter: string, sort: string, limit: number, offset: number): Promise<Plain[]> => {
      const collection = await collectionOf(id)
      const { select } = shapeOf(collection)
      const ordered = await orderedOf(collection, filter, sort)
      const rows = await reader.rows(
        sql`SELECT ${select} ${ordered} LIMIT ${limit > 0 ? limit : unlimited} OFFSET ${Math.max(offset, 0)}`,
      )
      return rows.map(row => readRecord(collection, row).values)
    },
    /** Returns the ids of at most a number of records that match a filter of the API. */
    filterIds: async (id: string, filter: string, limit: number): Promise<string[]> => {
      const collection = await collectionOf(id)
      const ordered = await orderedOf(collection, filter, '')
      const rows = await reader.rows(sql`SELECT ${name(collection.name, 'id')} ${ordered} LIMIT ${limit}`)
      return rows.map(([found]) => String(found))
    },
    canAccess: async (id: string, recordId: string, rule: string, values: RequestValues): Promise<boolean> => {
      const collection = await collectionOf(id)
      const conditions = rule === '' ? [] : [{ filter: readFilter(rule), allowHidden: true }]
      const lookup = { catalog: await catalog(), request: values }
      return (await findAllowedRow(reader, collection, recordId, conditions, lookup)) !== undefined
    },
    /** Returns the ids of the records that meet a rule for a requester. */
    idsByRule: async (id: string, ids: readonly string[], rule: string, request: RequestValues): Promise<string[]> => {
      const conditions = rule === '' ? [] : [{ filter: readFilter(rule), allowHidden: true }]
      const query = { collection: await collectionOf(id), catalog: await catalog(), request, conditions }
      return [...(await findMatchingIds(reader, query, ids))]
    },
    query: async (text: string, parameters: Plain): Promise<Plain[]> => {
      const { rowsAsJson } = reader.dialect
      if (rowsAsJson) {
        const rows = await reader.rows(rowsAsJson(statementOf(text.replace(/;\s*$/, ''), parameters)))
        return rows.map(([row]) => withoutHidden(JSON.parse(String(row))))
      }
      const names = await columnsOf(untrusted`${statementText(text)}`)
      const rows = await reader.rows(statementOf(text, parameters))
      return rows.map(row => Object.fromEntries(names.map((column, index): [string, unknown] => [column, row[index]])))
    },
    findAdmin: async (column: 'id' | 'email', value: string) =>
      (await (column === 'id' ? findAdmin(reader, value) : findAdminByEmail(reader, value))) ?? null,
    tables: () => reader.schema.tables(reader).then(list => list.filter(table => table !== '_logs')),
    columns: (table: string) => reader.schema.columns(reader, table),
    /** Returns the statements of the indexes of a table, by their names. */
    indexes: async (table: string): Promise<Record<string, string>> => {
      const found = await reader.schema.indexes(reader, table)
      return Object.fromEntries(found.flatMap(({ name: index, statement }) => (statement ? [[index, statement]] : [])))
    },
    /** Returns the ids of the collection and of the record that a file of a view belongs to, or null. */
    fileOrigin: async (id: string, file: string): Promise<string[] | null> => {
      const view = await collectionOf(id)
      if (view.type !== 'view') throw new Error('not a view collection')
      return (await fileOrigin(reader, await catalog(), view, file))?.split('/') ?? null
    },
  }
}

/** Removes the columns of the server, such as the number of the row. */
function withoutHidden(row: Plain): Plain {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('@')))
}

/** Replaces what only scripts know, so that the columns of a query can be asked for. */
function statementText(text: string): string {
  return text
    .replaceAll(/\{:\w+\}/g, 'NULL')
    .replaceAll(/\[\[([\w-]+)\]\]|\{\{([\w-]+)\}\}/g, (_, column?: string, table?: string) => `"${column ?? table}"`)
}
