import { type AuthCollection, describeRule, type Rule } from '@coffer/schema'
import { deriveNeeds } from '../rules/deriveNeeds.ts'
import type { RuleNeeds, SignIn } from '../rules/RuleNeeds.ts'
import type { RuleSubject } from '../rules/RuleReader.ts'

/** Describes who can make a call. */
export interface Access {
  /** A phrase without a full stop; undefined if the rule is too complex to describe. */
  who?: string | undefined
  /** The text of the rule, if it is neither null nor empty. */
  rule?: string
  /** A sentence that supplements the phrase. */
  note?: string
  signIn: SignIn
}

export interface RuleAccess extends Access {
  needs: RuleNeeds
}

/** Describes who can make a call that is restricted by a rule. */
export function accessByRule(rule: Rule, subject: RuleSubject): RuleAccess {
  const needs = deriveNeeds(rule, subject)
  const access = { who: describeRule(rule, subject.collection), signIn: needs.signIn, needs }
  return rule ? { ...access, rule, note: 'Admins bypass the rule.' } : access
}

export const everyone: Access = { who: 'Everyone', signIn: undefined }

/** Access to calls that require a signed-in auth record of the collection. */
export function accountOf(collection: AuthCollection): Access {
  return {
    who: `Signed-in records of \`${collection.name}\``,
    signIn: collection,
  }
}

/** Access to calls that an auth record makes about itself. */
export function ownerOf(collection: AuthCollection): Access {
  return {
    who: 'Admins and the auth record itself',
    signIn: collection,
  }
}
