import { type AuthCollection, describeRule, type Rule } from '@coffer/schema'
import { deriveNeeds } from '../rules/deriveNeeds.ts'
import type { RuleNeeds, SignIn } from '../rules/RuleNeeds.ts'
import type { RuleSubject } from '../rules/RuleReader.ts'

/** Who may make a call. */
export interface Access {
  /** In words, without a full stop; absent where the rule says it best. */
  who?: string | undefined
  /** The rule as it is written, where there is one. */
  rule?: string
  /** What who is not let in sees, or what the words leave out. */
  note?: string
  signIn: SignIn
}

export interface RuleAccess extends Access {
  needs: RuleNeeds
}

/** Who may make a call that a rule guards. */
export const accessByRule = (rule: Rule, subject: RuleSubject): RuleAccess => {
  const needs = deriveNeeds(rule, subject)
  const access = { who: describeRule(rule, subject.collection), signIn: needs.signIn, needs }
  return rule ? { ...access, rule, note: 'Admins may always; for them the rule is not asked.' } : access
}

export const everyone: Access = { who: 'Everyone', signIn: undefined }

/** For what only a signed-in account may do. */
export const accountOf = (collection: AuthCollection): Access => ({
  who: `Signed-in accounts of \`${collection.name}\``,
  signIn: collection,
})

export const ownerOf = (collection: AuthCollection): Access => ({
  who: 'Admins, and the account itself',
  signIn: collection,
})
