import { cofferAuth } from './auth/cofferAuth.ts'
import type { Collection, Rule } from './Collection.ts'
import { ruleNames } from './CollectionDraft.ts'

/** Returns the rules of a collection by their paths, such as `listRule`, `manageRule` and `mfa.rule`. */
export function rulesOf(collection: Collection): (readonly [path: string, rule: Rule])[] {
  const rules = ruleNames.map(name => [name, collection[name]] as const)
  if (collection.type !== 'auth') return rules
  const { authRule, mfa } = cofferAuth(collection.options)
  return [...rules, ['manageRule', collection.options.manageRule], ['authRule', authRule], ['mfa.rule', mfa.rule]]
}
