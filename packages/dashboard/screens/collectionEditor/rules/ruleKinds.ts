import type { CollectionType } from '@coffer/schema'
import type { EditedRule } from '../edited/EditedCollection.ts'

/** Describes one of the rules of a collection. */
export interface RuleKind {
  name: EditedRule
  label: string
  /** Path of its errors. */
  path: string
  /** What everyone can do if it is empty; undefined if it cannot be empty. */
  whenEmpty: string | undefined
  /** Help texts. */
  notes: readonly string[]
}

const rule = (name: EditedRule, label: string, whenEmpty: string, ...notes: string[]): RuleKind => ({
  name,
  label,
  path: name,
  notes,
  whenEmpty: `anyone can ${whenEmpty} without signing in`,
})

const reading = [
  rule('listRule', 'List/Search rule', 'list and search all records'),
  rule('viewRule', 'View rule', 'see each record'),
]

const writing = [
  rule(
    'createRule',
    'Create rule',
    'create records',
    'Checked after a "dry save" of the submitted data: fields have the values of the record as it would be saved.',
  ),
  rule('updateRule', 'Update rule', 'change each record'),
  rule('deleteRule', 'Delete rule', 'delete each record'),
]

const managing: RuleKind = {
  name: 'manageRule',
  label: 'Manage rule',
  path: 'options.manageRule',
  whenEmpty: undefined,
  notes: [
    'Matching users manage accounts like an admin: they change passwords without the old one, and set email and verified directly.',
    'Checked in addition to the create and update rules.',
  ],
}

/** Returns the rules of a collection type. Views have no write rules; only auth collections have a manage rule. */
export function rulesOf(type: CollectionType): readonly RuleKind[] {
  if (type === 'view') return reading
  return type === 'auth' ? [...reading, ...writing, managing] : [...reading, ...writing]
}
