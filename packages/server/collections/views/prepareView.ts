import { type ColumnType, type Field, fieldType } from '@coffer/fields'
import { splitSql, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { QueryInspector } from '../../db/engine.ts'
import { expandBrackets } from '../../db/expandBrackets.ts'
import { join, name, sql, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { inferFields, plainField } from './inferFields.ts'
import { type ParsedQuery, parseViewQuery, ViewQueryError } from './parseViewQuery.ts'
import { SecretColumns } from './secretColumns.ts'

/** A validated query and the fields it selects. */
export interface PreparedView {
  schema: Field[]
  dates: ViewCollection['dates']
  /** The types of the columns by which records are read. */
  columns: ReadonlyMap<string, ColumnType>
  /** SQL of the view, which casts ids to text. Contains user-supplied text. */
  query: string
}

const withoutSemicolons = (query: string): string =>
  query
    .trim()
    .replace(/^;+/, '')
    .replace(/(?<!;);+$/, '')

function assertSingleStatement(query: string): void {
  if (splitSql(query, { at: ';' }).length > 1) throw new ViewQueryError('multiple statements are not supported')
}

/** Wraps a query so that its ids are text, as record ids must be. */
function withTextIds(query: string, { columns }: ParsedQuery): string {
  const list = columns.map(({ alias }) =>
    alias === 'id' ? sql`cast(${name(alias)} as text) ${name(alias)}` : sql`${name(alias)}`,
  )
  return untrusted`SELECT ${join(list, sql`,`)} FROM (${query})`.untrustedText
}

/** Asserts that the columns that every record shows are not computed from columns that only admins may see. */
function assertNoSecretKeys({ columns }: ParsedQuery, secrets: SecretColumns): void {
  const shown = columns.find(({ alias, text }) => /^(?:id|created|updated)$/i.test(alias) && secrets.areIn(text))
  if (shown) throw new ViewQueryError(`the column ${shown.alias} would show a value that is hidden`)
}

const notTexts = new Set(['json', 'number', 'bool'])
const dates = ['created', 'updated'] as const

/** A transaction, or a read-only connection for inspecting queries. */
export type ColumnReader = Pick<QueryInspector, 'columnsOf' | 'dialect'>

/** Returns a query as the database reads it: without semicolons at its ends, and with quoted names in place of brackets. */
export function expandQuery(sent: string): string {
  return expandBrackets(withoutSemicolons(sent))
}

async function prepare(look: ColumnReader, catalog: Pick<Catalog, 'all'>, sent: string): Promise<PreparedView> {
  const query = withoutSemicolons(sent)
  const parsed = parseViewQuery(query)
  const secrets = new SecretColumns(query, parsed.tables, catalog.all)
  const inferred = inferFields(parsed, catalog.all, secrets)
  assertSingleStatement(query)
  assertNoSecretKeys(parsed, secrets)
  const expanded = expandBrackets(query)
  const columns = await look.columnsOf(untrusted`SELECT * FROM (${expanded})`)
  if (!columns.includes('id')) {
    throw new ViewQueryError("missing required id column (you can use `(ROW_NUMBER() OVER()) as id` if you don't have one)")
  }
  const isField = (column: string) => column !== 'id' && !dates.some(date => date === column)
  const ofUnknown = (column: string) => ({ ...plainField(column), ...(secrets.mayBeIn() && { hidden: true }) })
  const schema = columns.filter(isField).map(column => inferred.get(column) ?? ofUnknown(column))
  const fields = new Map(schema.map(field => [field.name, field]))
  const typeOf = (column: string): ColumnType => {
    const field = fields.get(column)
    return field ? fieldType(field).column(field.options) : 'text'
  }
  return {
    schema,
    columns: new Map(columns.map(column => [column, typeOf(column)])),
    dates: dates.filter(date => columns.includes(date)),
    query: notTexts.has(inferred.get('id')?.type ?? 'json') ? withTextIds(expanded, parsed) : expanded,
  }
}

/**
 * Validates the query of a view and infers its fields. The fields get new ids each time.
 * @throws ViewQueryError if it is not a single query, or if the database rejects it
 */
export async function prepareView(look: ColumnReader, catalog: Pick<Catalog, 'all'>, query: string): Promise<PreparedView> {
  try {
    return await prepare(look, catalog, query)
  } catch (error) {
    if (error instanceof ViewQueryError) throw error
    throw new ViewQueryError(messageOf(error), { cause: error })
  }
}
