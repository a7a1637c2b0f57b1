import { type Collection, FilterError, type Rule } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import { forbidden } from '../errors/ApiError.ts'
import type { Condition, Visibility } from '../query/compile/Condition.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import type { Requester } from './Requester.ts'

export type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** What a record must meet; null where only administrators may, empty where everybody may. */
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

/** Whether everybody may do this with every record, whoever asks. */
export const isOpenToAll = (collection: Collection, action: Action): boolean => ruleOf(collection, action) === ''

/**
 * Refuses what no record could make allowed, before anything is read.
 * @throws ApiError 403 when only administrators may do this with records of the collection
 */
export const requireChance = (collection: Collection, action: Action, requester: Requester): void => {
  if (requester.kind !== 'admin' && ruleOf(collection, action) === null) throw forbidden('Only admins can perform this action.')
}

/**
 * The one place that decides who may do what: the conditions that a record must meet so that the requester may do this with
 * it, none when every record will do.
 * @throws ApiError 403 when only administrators may; FilterError when the stored rule is broken
 */
export const conditionsOf = (collection: Collection, action: Action, requester: Requester): Condition[] => {
  requireChance(collection, action, requester)
  const rule = ruleOf(collection, action)
  if (requester.kind === 'admin' || rule === null || rule === '') return []
  // A list could be probed for hidden emails by filtering, so its rule sees them no more than its filter does.
  return [{ filter: readFilter(rule), allowHidden: action !== 'list' }]
}

/**
 * What the filters and sorts that a requester sends may read: of joined collections only the records that the requester may list.
 * Rules join every record.
 */
export const visibilityFor = (requester: Requester, { compatibleFilters }: Pick<Config, 'compatibleFilters'>): Visibility => {
  if (requester.kind === 'admin' || compatibleFilters) return { allowHidden: requester.kind === 'admin' }
  const joinable = (collection: Collection): Condition[] | undefined => {
    try {
      return collection.listRule === null ? undefined : conditionsOf(collection, 'list', requester)
    } catch (error) {
      // A broken rule lets nobody list, so it lets nobody join.
      if (error instanceof FilterError) return undefined
      throw error
    }
  }
  return { allowHidden: false, joinable }
}

/** The conditions under which a requester manages accounts of a collection; undefined when never. */
export const manageConditions = (collection: Collection): Condition[] | undefined => {
  const rule = collection.type === 'auth' ? collection.options.manageRule : null
  return rule ? [{ filter: readFilter(rule), allowHidden: true }] : undefined
}
