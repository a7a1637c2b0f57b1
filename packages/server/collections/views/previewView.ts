import type { Field } from '@coffer/fields'
import { applyForm, type Collection, type Issues, type ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { QueryInspector, Row } from '../../db/engine.ts'
import { name, untrusted } from '../../db/sql.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { recordJson } from '../../rows/recordJson.ts'
import { shapeOf } from '../../rows/shape.ts'
import { judgeDraft } from '../judgeDraft.ts'
import { prepareView } from './prepareView.ts'

/** What a view with a query would hold. */
export interface ViewPreview {
  schema: Field[]
  /** Which of `created` and `updated` the query yields. */
  dates: ViewCollection['dates']
  /** Its first records. */
  items: Record<string, unknown>[]
}

const mostItems = 10

const refused = (fault: string) =>
  badRequest(undefined, { options: { query: { code: 'validation_invalid_view_query', message: `Invalid query - ${fault}` } } })

const refuse = (error: unknown): never => {
  throw refused(messageOf(error))
}

/** Refuses a view over itself, which only a query that is a part of its own view would show to be one. */
const requireStraight = (sources: ReadonlySet<string>, stored: Collection | undefined): void => {
  if (stored && sources.has(stored.name)) throw refused(`view ${stored.name} is circularly defined`)
}

/**
 * What a view would hold if it were saved with a query. Nothing is changed.
 * @param stored the view that the query is to be the new one of; absent for a new view
 * @throws ApiError 400 with the issues of `options.query` and `schema` that a save would be refused for
 */
export const previewView = async (
  look: QueryInspector,
  catalog: Catalog,
  stored: Collection | undefined,
  query: string,
): Promise<ViewPreview> => {
  const draft = applyForm({ type: 'view', options: { query } }, stored)
  const { issues } = await judgeDraft(look, catalog, stored, draft)
  const found = Object.entries(issues).filter(([key]) => key === 'options' || key === 'schema')
  if (found.length > 0) throw badRequest(undefined, Object.fromEntries(found) as Issues)
  const { schema, dates, query: prepared } = await prepareView(look, catalog, query)
  const view: ViewCollection = {
    ...draft,
    ...{ id: stored?.id ?? '', name: stored?.name ?? 'preview', created: '', updated: '' },
    ...{ type: 'view', options: { query }, schema, dates },
  }
  const statement = untrusted`SELECT ${shapeOf(view).select} FROM (${prepared}) ${name(view.name)} LIMIT ${`${mostItems}`}`
  requireStraight(await look.sourcesOf(statement), stored)
  const rows: Row[] = await look.rowsOf(statement).catch(refuse)
  return { schema, dates, items: rows.map(row => recordJson(view, row, { showsEmail: true })) }
}
