import type { Collection, CollectionType, Rule, RuleAction, RuleChange } from '@coffer/schema'
import type { NewRules } from '../../../queries/access.ts'
import { type EditedRule, ruleNames } from './EditedCollection.ts'

/** Returns the action of a rule. */
export function actionOf(name: EditedRule): RuleAction {
  return name.slice(0, -'Rule'.length) as RuleAction
}

/** Returns the rule as it is saved: one that contains only blanks is empty. */
const savedRule = (rule: Rule): Rule => (rule?.trim() === '' ? '' : rule)

const storedRule = (stored: Collection, name: EditedRule): Rule =>
  name === 'manageRule' ? (stored.type === 'auth' ? stored.options.manageRule : null) : stored[name]

/** Returns the rules that a save changes, by action; none for a new collection. */
export function changedRules(stored: Collection | undefined, rules: Readonly<Record<EditedRule, Rule>>): NewRules {
  if (stored === undefined) return {}
  const changed = ruleNames.filter(name => savedRule(rules[name]) !== storedRule(stored, name))
  return Object.fromEntries(changed.map(name => [actionOf(name), savedRule(rules[name])]))
}

/** Describes changed rules that the server could not compare. An empty rule allows everyone, except for the manage rule. */
export function uncomparedRules(stored: Collection, rules: NewRules): RuleChange[] {
  return ruleNames.flatMap(name => {
    const action = actionOf(name)
    const after = rules[action]
    if (after === undefined) return []
    const opensToEveryone = after === '' && action !== 'manage'
    const uncounted = action === 'create' ? {} : { guests: { gainedIds: [], lostIds: [] } }
    return [{ action, before: storedRule(stored, name), after, opensToEveryone, ...uncounted }]
  })
}

/** Whether changed rules let everyone use a collection. A sign-up that is open to everyone is usual. */
export function opensCollection(type: CollectionType, changes: readonly RuleChange[]): boolean {
  return changes.some(({ action, opensToEveryone }) => opensToEveryone && (type !== 'auth' || action !== 'create'))
}
