import type { ChangedRecords, QueryChange, QueryDifference, ViewCollection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { prepareView } from '../collections/views/prepareView.ts'
import { type DraftedView, draftView, rowsOfDraft } from '../collections/views/previewView.ts'
import type { QueryInspector, Row } from '../db/engine.ts'
import { join, name, type Sql, sql, type UntrustedSql, untrusted } from '../db/sql.ts'
import { shapeOf } from '../records/rows/shape.ts'
import { fieldsOf } from './evaluateCollection.ts'

/** Maximum number of records that are listed with the counts. */
const maxListed = 1_000

const hasColumn = ({ schema, dates }: ViewCollection, column: string): boolean =>
  dates.some(date => date === column) || schema.some(field => field.name === column)

/** The stored view and the view with the new query. Both are read by their queries, as PostgreSQL converts the columns of a view. */
interface Compared {
  stored: DraftedView
  drafted: DraftedView
}

async function draftBoth(look: QueryInspector, catalog: Catalog, stored: ViewCollection, query: string): Promise<Compared> {
  const drafted = await draftView(look, catalog, stored, query)
  return { drafted, stored: { view: stored, prepared: (await prepareView(look, catalog, stored.options.query)).query } }
}

/** Returns the columns that both queries show, as text: JSON cannot be compared otherwise. */
function comparedColumns({ stored, drafted: { view } }: Compared): Sql {
  const both = fieldsOf(view).filter(column => hasColumn(stored.view, column) && hasColumn(view, column))
  return join([sql`id`, ...both.map(column => sql`cast(${name(column)} as text)`)])
}

/** Returns the query for the ids of the records that the stored and the new query show otherwise. It contains user-supplied text. */
function idsOf(difference: QueryDifference, compared: Compared): string {
  const [before, after] = [`FROM (${compared.stored.prepared})`, `FROM (${compared.drafted.prepared})`] as const
  const except = (columns: Sql, one: string, other: string) =>
    textOf(untrusted`SELECT ${columns} ${one} EXCEPT SELECT ${columns} ${other}`)
  if (difference === 'gained') return except(sql`id`, after, before)
  if (difference === 'lost') return except(sql`id`, before, after)
  const differing = except(comparedColumns(compared), after, before)
  return textOf(untrusted`SELECT DISTINCT id FROM (${differing}) WHERE id IN (SELECT id ${before})`)
}

function textOf({ untrustedText }: UntrustedSql): string {
  return untrustedText
}

/** Selects a part of the ids in their order. */
const pageOf = (ids: string, limit: number, offset = 0): string =>
  textOf(untrusted`SELECT id FROM (${ids}) ORDER BY id LIMIT ${String(limit)} OFFSET ${String(offset)}`)

async function countIds(look: QueryInspector, ids: string): Promise<number> {
  const [row] = await look.rowsOf(untrusted`SELECT COUNT(*) FROM (${ids})`)
  return Number(row?.[0])
}

async function changedRecords(look: QueryInspector, ids: string): Promise<ChangedRecords> {
  const listed = (await look.rowsOf(untrusted`${pageOf(ids, maxListed)}`)).map(([id]) => String(id))
  return { count: listed.length < maxListed ? listed.length : await countIds(look, ids), ids: listed }
}

/**
 * Compares what another query of a view shows with what the stored one does. Changes nothing.
 * @throws Rejection `invalid` if the query cannot be saved
 */
export async function compareQueries(
  look: QueryInspector,
  catalog: Catalog,
  stored: ViewCollection,
  query: string,
): Promise<QueryChange> {
  const compared = await draftBoth(look, catalog, stored, query)
  const [before, after] = [fieldsOf(stored), fieldsOf(compared.drafted.view)]
  const changed = (difference: QueryDifference) => changedRecords(look, idsOf(difference, compared))
  return {
    gained: await changed('gained'),
    lost: await changed('lost'),
    changed: await changed('changed'),
    newFields: after.filter(field => !before.includes(field)),
    lostFields: before.filter(field => !after.includes(field)),
  }
}

/** A page of the records that another query of a view shows otherwise. */
interface ListedDifference {
  query: string
  difference: QueryDifference
  limit: number
  offset: number
}

/** Reads a page of the records that another query of a view shows otherwise: as the new one shows them or, if lost, as the old one. */
export async function readQueryDifference(
  look: QueryInspector,
  catalog: Catalog,
  stored: ViewCollection,
  { query, difference, limit, offset }: ListedDifference,
): Promise<{ view: ViewCollection; rows: Row[]; total: number }> {
  const compared = await draftBoth(look, catalog, stored, query)
  const { drafted } = compared
  const ids = idsOf(difference, compared)
  const where = `WHERE id IN (${pageOf(ids, limit, offset)}) ORDER BY id`
  const total = await countIds(look, ids)
  if (difference !== 'lost') return { view: drafted.view, rows: await rowsOfDraft(look, drafted, where), total }
  const rows = await look.rowsOf(untrusted`SELECT ${shapeOf(stored).select} FROM ${name(stored.name)} ${where}`)
  return { view: stored, rows, total }
}
