import { type Collection, FilterError, type Rule } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import { forbidden } from '../errors/ApiError.ts'
import type { Condition, Visibility } from '../query/compile/Condition.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import type { Requester } from './Requester.ts'

export type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** Returns the rule for an action: null if only admins are allowed, empty if everyone is. */
export const ruleOf = (collection: Collection, action: Action): Rule => {
  switch (action) {
    case 'list':
      return collection.listRule
    case 'view':
      return collection.viewRule
    case 'create':
      return collection.createRule
    case 'update':
      return collection.updateRule
    case 'delete':
      return collection.deleteRule
  }
}

/** Whether every requester is allowed to perform an action on every record. */
export const isOpenToAll = (collection: Collection, action: Action): boolean => ruleOf(collection, action) === ''

/**
 * Asserts that an action is not admin-only for the requester, before anything is read.
 * @throws ApiError 403 when only admins are allowed to perform the action
 */
export const assertNotAdminOnly = (collection: Collection, action: Action, requester: Requester): void => {
  if (requester.kind !== 'admin' && ruleOf(collection, action) === null) throw forbidden('Only admins can perform this action.')
}

/**
 * Returns the conditions that a record must meet for the requester to perform an action on it; none if every record is allowed.
 * All access to records is decided here.
 * @throws ApiError 403 when only admins are allowed; FilterError when the stored rule is invalid
 */
export const conditionsOf = (collection: Collection, action: Action, requester: Requester): Condition[] => {
  assertNotAdminOnly(collection, action, requester)
  const rule = ruleOf(collection, action)
  if (requester.kind === 'admin' || rule === null || rule === '') return []
  // The list rule cannot read hidden emails, and neither can the client's filter: otherwise filters could guess them.
  return [{ filter: readFilter(rule), allowHidden: action !== 'list' }]
}

/**
 * Returns what the filter and sort of a requester can read: of joined collections, only records that the requester can list. Rules,
 * in contrast, join every record.
 */
export const visibilityFor = (requester: Requester, { compatibleFilters }: Pick<Config, 'compatibleFilters'>): Visibility => {
  if (requester.kind === 'admin' || compatibleFilters) return { allowHidden: requester.kind === 'admin' }
  const joinable = (collection: Collection): Condition[] | undefined => {
    try {
      return collection.listRule === null ? undefined : conditionsOf(collection, 'list', requester)
    } catch (error) {
      // With an invalid list rule nobody can list the records, so nobody can join them.
      if (error instanceof FilterError) return undefined
      throw error
    }
  }
  return { allowHidden: false, joinable }
}

/** Returns the conditions of the manage rule; undefined if the collection has none. */
export const manageConditions = (collection: Collection): Condition[] | undefined => {
  const rule = collection.type === 'auth' ? collection.options.manageRule : null
  return rule ? [{ filter: readFilter(rule), allowHidden: true }] : undefined
}
