import type {
  AccessReview,
  ExplainedAction,
  Explanation,
  Exposure,
  QueryChange,
  QueryDifference,
  RemovedFields,
  Rule,
  RuleAction,
  RuleChange,
} from '@coffer/schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'
import type { DialectName } from './settings.ts'

/**
 * Reads who can do what. Evaluated again at each opening, because rules and records change.
 * @param persona key of a persona beside guests and new users; ''
 * @param collectionId a collection whose records are all counted; '' for all collections, with estimates of large ones
 */
export function exposureQuery(persona: string, collectionId = '') {
  return queryOptions({
    queryKey: ['access', persona, collectionId],
    queryFn: ({ signal }): Promise<Exposure> => {
      const query = { ...(persona !== '' && { persona }), ...(collectionId !== '' && { collections: collectionId }) }
      return client.send('/api/access/exposure', { signal, query })
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** A page of records that are listed with links to them. */
export interface RecordPage {
  page: number
  /** Only if they are counted; -1 if they could not be counted in time. */
  totalItems?: number
  /** Their values, or only their ids. */
  items: { id: string; [field: string]: unknown }[]
}

const pageSize = 30

const nextPage = ({ page, items }: RecordPage) => (items.length === pageSize ? page + 1 : undefined)

/**
 * Lists the records that a persona reaches.
 * @param isForEveryRequest whether every request has to reach them, and not only the most favorable one
 */
export function reachedRecordsQuery(collection: string, persona: string, reached: string, isForEveryRequest: boolean) {
  return infiniteQueryOptions({
    queryKey: ['access', 'records', collection, persona, reached, isForEveryRequest],
    queryFn: ({ signal, pageParam }): Promise<RecordPage> =>
      client.send('/api/access/records', {
        signal,
        query: {
          ...{ collection, persona, reached, page: pageParam, perPage: pageSize },
          ...(isForEveryRequest && { everyRequest: 1 }),
        },
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    gcTime: 0,
  })
}

/** A rule that is not saved, and whether its records are those that a persona gains by it, or loses. */
export interface ListedChange {
  action: RuleAction
  rule: Rule
  difference: 'gained' | 'lost'
  /** The fields that are removed with the change. */
  removed?: RemovedFields | undefined
}

/** Lists the records that a persona gains or loses if a rule replaces the stored one. */
export function changedRecordsQuery(collection: string, persona: string, { action, rule, difference, removed }: ListedChange) {
  return infiniteQueryOptions({
    queryKey: ['access', 'changed', collection, persona, action, rule, difference, removed],
    queryFn: ({ signal, pageParam }): Promise<RecordPage> =>
      client.send('/api/access/records', {
        signal,
        query: {
          ...{ collection, persona, reached: action, difference, page: pageParam, perPage: pageSize },
          ...(rule !== null && { rule }),
          ...(removed && { removed: JSON.stringify(removed) }),
        },
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Marks a state as reviewed. Fails with 400 if rules or fields have changed since it was read. */
export function reviewAccess(state: string): Promise<AccessReview> {
  return client.send('/api/access/review', { method: 'PUT', body: { state } })
}

/** Finds the key of the first auth record with an id, username or email; undefined if there is none. */
export async function findPersonaKey(authCollectionIds: readonly string[], text: string): Promise<string | undefined> {
  const filter = client.filter('id = {:text} || username = {:text} || email = {:text}', { text })
  for (const id of authCollectionIds) {
    const { items } = await client.collection(id).getList(1, 1, { filter, fields: 'id', skipTotal: true })
    if (items[0]) return `${id}/${items[0].id}`
  }
  return undefined
}

/** Returns the names of auth records by their ids: the username, else the email. */
export function userNamesQuery(collection: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['access', 'names', collection, ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const filter = ids.map(id => client.filter('id = {:id}', { id })).join(' || ')
      const fields = 'id,username,email'
      const { items } = await client
        .collection(collection)
        .getList(1, ids.length, { filter, fields, skipTotal: true, signal, requestKey: null })
      return new Map(items.map(({ id, username, email }) => [id, String(username || email || id)]))
    },
    retry: false,
  })
}

/** New rules by action. */
export type NewRules = Partial<Record<RuleAction, Rule>>

/**
 * Compares new rules of a stored collection with the stored ones.
 * @param more.persona key of the only user to examine, whose records are listed; all users by default
 * @param more.removed the fields that are removed with the change
 */
export function ruleComparisonQuery(
  collection: string,
  rules: NewRules,
  { persona, removed }: { persona?: string; removed?: RemovedFields | undefined } = {},
) {
  return queryOptions({
    queryKey: ['access', 'compare', collection, rules, persona, removed],
    queryFn: async ({ signal }): Promise<RuleChange[]> => {
      const body = { collection, rules, ...(persona !== undefined && { persona }), ...(removed && { removed }) }
      const { changes } = await client.send('/api/access/compare', { method: 'POST', body, signal })
      return changes
    },
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/**
 * Compares new rules of a stored collection before they are saved. Has a key of its own: a query that a screen shows, too, is canceled
 * when the screen no longer shows it, and then the save would not be confirmed.
 */
export function confirmedComparisonQuery(collection: string, rules: NewRules) {
  const query = ruleComparisonQuery(collection, rules)
  return queryOptions({ ...query, queryKey: [...query.queryKey, 'confirmed'] })
}

/** Compares what another query of a view shows with what the stored one does. Fails with the same error that saving it would. */
export function queryComparisonQuery(collection: string, query: string) {
  return queryOptions({
    queryKey: ['access', 'compare', collection, 'query', query],
    queryFn: async ({ signal }): Promise<QueryChange> => {
      const body = { collection, rules: {}, query }
      const { query: change } = await client.send('/api/access/compare', { method: 'POST', body, signal })
      return change
    },
    retry: false,
    staleTime: 0,
  })
}

/** Lists the records that another query of a view shows otherwise. */
export function queryDifferenceQuery(collection: string, newQuery: string, difference: QueryDifference) {
  return infiniteQueryOptions({
    queryKey: ['access', 'changed', collection, 'query', newQuery, difference],
    queryFn: ({ signal, pageParam }): Promise<RecordPage> =>
      client.send('/api/access/records', {
        signal,
        query: { collection, difference, newQuery, page: pageParam, perPage: pageSize },
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** A request that is explained. */
export interface ExplainedRequest {
  /** Key of the persona. */
  persona: string
  /** Id of the collection. */
  collection: string
  action: ExplainedAction
  /** Id of the record; '' for none. */
  record: string
  data: Record<string, unknown>
  query: Record<string, string>
  /** By name. */
  headers: Record<string, string>
  /** A rule that is not saved. */
  rule: string | undefined
  /** The version of PocketBase whose responses the client gets. */
  dialect: DialectName
}

/** Explains the response to a request. */
export function explanationQuery(request: ExplainedRequest) {
  return queryOptions({
    queryKey: ['access', 'explain', request],
    queryFn: ({ signal }): Promise<Explanation> => client.send('/api/access/explain', { method: 'POST', body: request, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/**
 * Lists the ids of the records of an explained list, in pages.
 * @param explainedAt when the list was explained, in milliseconds: it is loaded again if it is explained again
 */
export function listedRecordsQuery(request: ExplainedRequest, explainedAt: number) {
  return infiniteQueryOptions({
    queryKey: ['access', 'listed', request, explainedAt],
    queryFn: async ({ signal, pageParam }): Promise<RecordPage> => {
      const query = { ...request.query, page: String(pageParam), perPage: String(pageSize) }
      const body = { ...request, query }
      const { verdict }: Explanation = await client.send('/api/access/explain', { method: 'POST', body, signal })
      return { page: pageParam, items: (verdict.listed ?? []).map(id => ({ id })) }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}
