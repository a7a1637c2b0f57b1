import type { Field } from '@coffer/fields'
import { splitSql, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { QueryInspector } from '../../db/engine.ts'
import { expandBrackets } from '../../db/expandBrackets.ts'
import { join, name, sql, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { inferFields, plainField } from './inferFields.ts'
import { type ParsedQuery, parseViewQuery } from './parseViewQuery.ts'
import { ViewQueryError } from './ViewQueryError.ts'

/** What a query makes of its view. */
export interface PreparedView {
  schema: Field[]
  dates: ViewCollection['dates']
  /** The query as the view is to have it: its ids are texts. Still text from outside. */
  query: string
}

const withoutSemicolons = (query: string): string =>
  query
    .trim()
    .replace(/^;+/, '')
    .replace(/(?<!;);+$/, '')

const requireSingle = (query: string): void => {
  if (splitSql(query, { at: ';' }).length > 1) throw new ViewQueryError('multiple statements are not supported')
}

/** Ids of records are texts, whatever a query yields. */
const withTextIds = (query: string, { columns }: ParsedQuery): string => {
  const list = columns.map(({ alias }) =>
    alias === 'id' ? sql`cast(${name(alias)} as text) ${name(alias)}` : sql`${name(alias)}`,
  )
  return untrusted`SELECT ${join(list, sql`,`)} FROM (${query})`.untrustedText
}

const notTexts = new Set(['json', 'number', 'bool'])
const dates = ['created', 'updated'] as const

/** What a query can be looked at with: a transaction, or a look of its own. */
export type ColumnReader = Pick<QueryInspector, 'columnsOf'>

const prepare = async (look: ColumnReader, catalog: Pick<Catalog, 'all'>, sent: string): Promise<PreparedView> => {
  const query = withoutSemicolons(sent)
  const parsed = parseViewQuery(query)
  const inferred = inferFields(parsed, catalog.all)
  requireSingle(query)
  const expanded = expandBrackets(query)
  const columns = await look.columnsOf(untrusted`SELECT * FROM (${expanded})`)
  if (!columns.includes('id')) {
    throw new ViewQueryError("missing required id column (you can use `(ROW_NUMBER() OVER()) as id` if you don't have one)")
  }
  return {
    schema: columns
      .filter(column => column !== 'id' && !dates.some(date => date === column))
      .map(column => inferred.get(column) ?? plainField(column)),
    dates: dates.filter(date => columns.includes(date)),
    query: notTexts.has(inferred.get('id')?.type ?? 'json') ? withTextIds(expanded, parsed) : expanded,
  }
}

/**
 * Finds out which fields the query of a view yields. Their ids are new each time.
 * @throws ViewQueryError for one that is no single query, or that the database does not take
 */
export const prepareView = async (look: ColumnReader, catalog: Pick<Catalog, 'all'>, query: string): Promise<PreparedView> => {
  try {
    return await prepare(look, catalog, query)
  } catch (error) {
    if (error instanceof ViewQueryError) throw error
    throw new ViewQueryError(messageOf(error), { cause: error })
  }
}
