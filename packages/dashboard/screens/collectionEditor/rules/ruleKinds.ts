import type { CollectionType } from '@coffer/schema'
import type { EditedRule } from '../edited/EditedCollection.ts'

/** One of the rules of a collection, as it is shown. */
export interface RuleKind {
  name: EditedRule
  label: string
  /** Where what is wrong with it is found among the errors. */
  path: string
  /** What everyone may do while it is empty; nothing where it may not be. */
  whenEmpty: string | undefined
  /** What has to be known to write it. */
  notes: readonly string[]
}

const rule = (name: EditedRule, label: string, whenEmpty: string, ...notes: string[]): RuleKind => ({
  ...{ name, label, path: name, notes },
  whenEmpty: `anyone may ${whenEmpty}, without signing in`,
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
    'It is asked after a "dry save" of the submitted data: fields stand for the values that the new record would have.',
  ),
  rule('updateRule', 'Update rule', 'change each record'),
  rule('deleteRule', 'Delete rule', 'delete each record'),
]

const managing: RuleKind = {
  ...{ name: 'manageRule', label: 'Manage rule', path: 'options.manageRule', whenEmpty: undefined },
  notes: [
    'Whoever passes it manages accounts like an admin: changes a password without the old one, and sets email and verified directly.',
    'It is asked in addition to the create and update rules.',
  ],
}

/** The rules of a type of collections, in their order: views are only read, and accounts can be managed. */
export function rulesOf(type: CollectionType): readonly RuleKind[] {
  if (type === 'view') return reading
  return type === 'auth' ? [...reading, ...writing, managing] : [...reading, ...writing]
}
