import { type Collection, FilterError, type Rule } from '@coffer/schema'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Condition, Visibility } from '../../query/compile/Condition.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import type { Requester } from './Requester.ts'

export type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** Returns the rule for an action: null if only admins are allowed, empty if everyone is. */
export function ruleOf(collection: Collection, action: Action): Rule {
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
export function isOpenToAll(collection: Collection, action: Action): boolean {
  return ruleOf(collection, action) === ''
}

/**
 * Asserts that an action is not admin-only for the requester, before anything is read.
 * @throws Rejection `forbidden` when only admins are allowed to perform the action
 */
export function assertNotAdminOnly(collection: Collection, action: Action, requester: Requester): void {
  if (requester.kind !== 'admin' && ruleOf(collection, action) === null) {
    throw new Rejection('forbidden', { code: 'adminsOnly' })
  }
}

/**
 * Returns the conditions that a record must meet for the requester to perform an action on it; none if every record is allowed.
 * All access to records is decided here.
 * @throws Rejection `forbidden` when only admins are allowed; FilterError when the stored rule is invalid
 */
export function conditionsOf(collection: Collection, action: Action, requester: Requester): Condition[] {
  assertNotAdminOnly(collection, action, requester)
  const rule = ruleOf(collection, action)
  if (requester.kind === 'admin' || rule === null || rule === '') return []
  // The list rule cannot read hidden emails, and neither can the client's filter: otherwise filters could guess them.
  return [{ filter: readFilter(rule), allowHidden: action !== 'list' }]
}

/**
 * Returns what the filter and sort of a requester can read: of joined collections, only records that the requester can list, and no
 * hidden fields. Rules, in contrast, join every record and read all fields.
 */
export function visibilityFor(requester: Requester, { compatibleFilters }: Pick<Config, 'compatibleFilters'>): Visibility {
  if (requester.kind === 'admin') return { allowHidden: true }
  if (compatibleFilters) return { allowHidden: false, hidesFields: true }
  const joinable = (collection: Collection): Condition[] | undefined => {
    try {
      return collection.listRule === null ? undefined : conditionsOf(collection, 'list', requester)
    } catch (error) {
      // With an invalid list rule nobody can list the records, so nobody can join them.
      if (error instanceof FilterError) return undefined
      throw error
    }
  }
  return { allowHidden: false, hidesFields: true, joinable }
}

/** Returns the conditions of the manage rule; undefined if the collection has none. */
export function manageConditions(collection: Collection): Condition[] | undefined {
  const rule = collection.type === 'auth' ? collection.options.manageRule : null
  return rule ? [{ filter: readFilter(rule), allowHidden: true }] : undefined
}

/** A check of the rule for an action on a record. */
interface RuleCheck {
  /** Sees the record as the rule sees it, also before it is committed. */
  reader: Reader
  id: string
  action: Action
  request: RequestValues
}

/** Called before a rule is checked, while the record is as the rule sees it. */
export type RuleObserver = (check: RuleCheck) => Promise<void>
