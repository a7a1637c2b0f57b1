import type { Collection, CollectionType, Rule, RuleAction, RuleChange } from '@coffer/schema'
import type { NewRules } from '../../../queries/access.ts'
import { type EditedRule, ruleNames } from './EditedCollection.ts'

/** Returns the action of a rule. */
export function actionOf(name: EditedRule): RuleAction {
  return name.slice(0, -'Rule'.length) as RuleAction
}

/** Returns the rule as it is saved: one that contains only blanks is empty. */
const savedRule = (rule: Rule): Rule => (rule?.trim() === '' ? '' : rule)

/** Returns the rules that a save changes, by action; none for a new collection. */
export function changedRules(stored: Collection | undefined, rules: Readonly<Record<EditedRule, Rule>>): NewRules {
  if (stored === undefined) return {}
  const before = { ...stored, manageRule: stored.type === 'auth' ? stored.options.manageRule : null }
  const changed = ruleNames.filter(name => savedRule(rules[name]) !== before[name])
  return Object.fromEntries(changed.map(name => [actionOf(name), savedRule(rules[name])]))
}

/** Whether changed rules let everyone use a collection. A sign-up that is open to everyone is usual. */
export function opensCollection(type: CollectionType, changes: readonly RuleChange[]): boolean {
  return changes.some(({ action, opensToEveryone }) => opensToEveryone && (type !== 'auth' || action !== 'create'))
}
