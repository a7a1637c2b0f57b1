import type { Field } from '@coffer/fields'
import type { RuleTest } from '../access/RuleTest.ts'
import type { DateName, Rule } from './Collection.ts'

/** A field as the client sent it: parsed, not yet validated. Its type can be one that only older servers support. */
export interface FieldDraft extends Omit<Field, 'type'> {
  type: string
}

/** A collection as the client sent it: parsed, not yet validated. */
export interface CollectionDraft {
  id: string
  name: string
  type: string
  system: boolean
  schema: FieldDraft[]
  indexes: string[]
  listRule: Rule
  viewRule: Rule
  createRule: Rule
  updateRule: Rule
  deleteRule: Rule
  /** Absent: a stored collection keeps its tests. */
  ruleTests?: readonly RuleTest[]
  /** See `Collection.omittedDates`. Absent: a stored collection keeps them. */
  omittedDates?: readonly DateName[] | undefined
  /** Not yet parsed: their shape depends on the collection type. */
  options: Record<string, unknown>
}

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const

export type RuleName = (typeof ruleNames)[number]

/** The rules of a collection that only admins can read and change. */
export const adminsOnly = {
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
} as const satisfies Record<RuleName, Rule>
