import * as v from 'valibot'
import { toNewerRule, translateRule } from '../newer/translateRule.ts'
import { authPart } from './AuthPart.ts'

const schema = v.optional(v.nullable(v.string()), '')

const isVerifiedOnly = (rule: string): boolean => rule.replaceAll(/\s/g, '') === 'verified=true'

/**
 * A filter for the records that may sign in, beside `onlyVerified`: '' allows all, null nobody. Other versions have one rule for both.
 */
export const authRule = authPart({
  schema,
  newerKeys: ['authRule'],
  toNewer: (value, { onlyVerified }) => {
    if (value === null || !onlyVerified) return { authRule: toNewerRule(value) }
    return { authRule: value === '' ? 'verified=true' : `verified=true && (${toNewerRule(value)})` }
  },
  fromNewer: ({ options }) =>
    options.authRule !== null && isVerifiedOnly(options.authRule) ? '' : translateRule(options.authRule),
  validate: (value, { validateRule }) => (value ? validateRule(value) : undefined),
})

/** Whether the rule of other versions is the option of 0.22 that only verified records sign in. */
export function requiresVerified(rule: string | null): boolean {
  return rule !== null && isVerifiedOnly(rule)
}
