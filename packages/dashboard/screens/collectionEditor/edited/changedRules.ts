import type { Collection, Rule, RuleAction, RuleChange } from '@coffer/schema'
import type { NewRules } from '../../../queries/access.ts'
import { type EditedRule, ruleNames } from './EditedCollection.ts'

/** Returns the action of a rule. */
export function actionOf(name: EditedRule): RuleAction {
  return name.slice(0, -'Rule'.length) as RuleAction
}

/** Returns the rule as it is saved: one that contains only blanks is empty. */
const savedRule = (rule: Rule): Rule => (rule?.trim() === '' ? '' : rule)

/** Returns the stored rule. Before a collection is stored, only admins have access. */
function storedRule(stored: Collection | undefined, name: EditedRule): Rule {
  if (stored === undefined) return null
  return name === 'manageRule' ? (stored.type === 'auth' ? stored.options.manageRule : null) : stored[name]
}

/** Returns the rules that a save changes, by action. Those of a new collection are all that are not for admins only. */
export function changedRules(stored: Collection | undefined, rules: Readonly<Record<EditedRule, Rule>>): NewRules {
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

const readActions: readonly RuleAction[] = ['list', 'view']
const recordActions: readonly RuleAction[] = [...readActions, 'create', 'update', 'delete']

/** Describes the empty rules of a new collection. The server compares only the rules of stored collections. */
export function openRulesOfNew(type: string, rules: NewRules): RuleChange[] {
  const opened = (type === 'view' ? readActions : recordActions).filter(action => rules[action] === '')
  return opened.map(action => ({ action, before: null, after: '', opensToEveryone: true }))
}

/** Whether changed rules let everyone use a collection. A sign-up that is open to everyone is usual. */
export function opensCollection(type: string, changes: readonly RuleChange[]): boolean {
  return changes.some(({ action, opensToEveryone }) => opensToEveryone && (type !== 'auth' || action !== 'create'))
}
