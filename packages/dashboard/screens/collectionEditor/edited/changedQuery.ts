import { type Collection, openViewsOf, type QueryChange, type ViewCollection } from '@coffer/schema'
import type { QueryClient } from '@tanstack/react-query'
import { queryComparisonQuery } from '../../../queries/access.ts'
import { viewPreviewQuery } from '../../../queries/collections/viewPreview.ts'
import { fieldErrorsOf } from '../../../queries/connection/failure.ts'

/** A view whose query a save changes. */
export interface ChangedQuery {
  collectionId: string
  query: string
  /** The view as it is saved: without the fields that the new query no longer has. */
  after: ViewCollection
  /** Names of the views that guests or users can read and that show what the query selects. */
  views: string[]
  /** Undefined if the queries could not be compared, or nobody but admins can read what they show. */
  change: QueryChange | undefined
}

const isRejected = (error: unknown): boolean => Object.keys(fieldErrorsOf(error)).length > 0

/**
 * Compares the query of a view with the stored one. Undefined if it is the same, or if the server rejects it, as it will when it is
 * saved.
 * @param after the view as it is saved, with its stored fields
 * @param collections all stored collections
 */
export async function compareQuery(
  queryClient: QueryClient,
  stored: ViewCollection,
  after: ViewCollection,
  collections: readonly Collection[],
): Promise<ChangedQuery | undefined> {
  const { query } = after.options
  if (query.trim() === stored.options.query.trim()) return undefined
  const views = openViewsOf(after, collections).map(({ name }) => name)
  try {
    const { schema } = await queryClient.fetchQuery(viewPreviewQuery(stored.id, query))
    const known = { collectionId: stored.id, query, after: { ...after, schema }, views }
    const comparison = queryComparisonQuery(stored.id, query)
    const change = views.length === 0 ? undefined : await queryClient.fetchQuery(comparison).catch(() => undefined)
    return { ...known, change }
  } catch (error) {
    // Without its fields, those of the stored query count as remaining.
    return isRejected(error) ? undefined : { collectionId: stored.id, query, after, views, change: undefined }
  }
}

/** Whether guests or users see more by a new query, or might, because it could not be compared. */
export function showsMore({ views, change }: ChangedQuery): boolean {
  if (views.length === 0) return false
  return change === undefined || change.gained.count + change.changed.count + change.newFields.length > 0
}

/** Whether a change of a query has to be confirmed. */
export function changesView(changed: ChangedQuery): boolean {
  const { views, change } = changed
  return views.length > 0 && (showsMore(changed) || (change?.lost.count ?? 0) + (change?.lostFields.length ?? 0) > 0)
}
