import type { Field } from '@coffer/fields'
import { applyForm, type Collection, type Issues, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { QueryInspector, Row } from '../../db/engine.ts'
import { name, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { shapeOf } from '../../records/rows/shape.ts'
import { validateCollectionDraft } from '../validateCollectionDraft.ts'
import { prepareView } from './prepareView.ts'

/** The fields and first records of a view that is not saved yet. */
export interface ViewPreview {
  schema: Field[]
  /** Which of `created` and `updated` the query selects. */
  dates: ViewCollection['dates']
  /** The view, and rows of its shape. */
  view: ViewCollection
  rows: Row[]
}

const maxPreviewRecords = 10

function invalidQuery(fault: string): Rejection {
  const query = { code: 'validation_invalid_view_query', message: `Invalid query - ${fault}` }
  return new Rejection('invalid', { issues: { options: { query } } })
}

function rejectQuery(error: unknown): never {
  throw invalidQuery(messageOf(error))
}

/** Rejects a query that reads its own view. SQLite would only detect that after the view is saved. */
function assertNotCircular(sources: ReadonlySet<string>, stored: Collection | undefined): void {
  if (stored && sources.has(stored.name)) throw invalidQuery(`view ${stored.name} is circularly defined`)
}

/** A view as a query would define it, and the query as the database reads it, which contains user-supplied text. */
export interface DraftedView {
  view: ViewCollection
  prepared: string
}

/**
 * Returns a view as it would be saved with a query.
 * @param stored the view whose query would change; absent for a new view
 * @throws Rejection `invalid` with the issues of `options.query` and `schema` that would prevent saving
 */
export async function draftView(
  look: QueryInspector,
  catalog: Catalog,
  stored: Collection | undefined,
  query: string,
): Promise<DraftedView> {
  const draft = applyForm({ type: 'view', options: { query } }, stored)
  const { issues } = await validateCollectionDraft(look, catalog, stored, draft)
  const found = Object.entries(issues).filter(([key]) => key === 'options' || key === 'schema')
  if (found.length > 0) throw new Rejection('invalid', { issues: Object.fromEntries(found) as Issues })
  const { schema, dates, query: prepared } = await prepareView(look, catalog, query)
  const view: ViewCollection = {
    ...draft,
    id: stored?.id ?? '',
    name: stored?.name ?? 'preview',
    created: '',
    updated: '',
    type: 'view',
    options: { query },
    schema,
    dates,
  }
  assertNotCircular(await look.sourcesOf(untrusted`SELECT * FROM (${prepared})`), stored)
  return { view, prepared }
}

/**
 * Reads rows of a query that is not saved, in the shape of its view.
 * @param where `WHERE …` or `LIMIT …`; empty for all rows
 */
export function rowsOfDraft(look: QueryInspector, { view, prepared }: DraftedView, where: string): Promise<Row[]> {
  return look.rowsOf(untrusted`SELECT ${shapeOf(view).select} FROM (${prepared}) ${name(view.name)} ${where}`).catch(rejectQuery)
}

/**
 * Previews the fields and records of a view with a query, without changing anything.
 * @throws Rejection as `draftView`
 */
export async function previewView(
  look: QueryInspector,
  catalog: Catalog,
  stored: Collection | undefined,
  query: string,
): Promise<ViewPreview> {
  const drafted = await draftView(look, catalog, stored, query)
  const { view } = drafted
  return { schema: view.schema, dates: view.dates, view, rows: await rowsOfDraft(look, drafted, `LIMIT ${maxPreviewRecords}`) }
}
