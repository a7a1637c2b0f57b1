import type { Field } from '@coffer/fields'
import type { Rule } from './Collection.ts'

/** A field as it was sent: of the right shape, not yet judged. Its type may be one that only older servers know. */
export interface FieldDraft extends Omit<Field, 'type'> {
  type: string
}

/** A collection as it was sent: of the right shape, not yet judged. */
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
  /** What the type makes of them is not known yet. */
  options: Record<string, unknown>
}

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const

export type RuleName = (typeof ruleNames)[number]

/** The rules of a collection that admins alone may read and change. */
export const adminsOnly = {
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
} as const satisfies Record<RuleName, Rule>
