import { group, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues } from '../../issues/Issues.ts'
import { atLeast, atMost, required } from '../../issues/rules.ts'
import { toNewerRule, translateRule } from '../newer/translateRule.ts'
import { authPart } from './AuthPart.ts'

/** Two factors. `duration` is in seconds; `rule` is a filter for the records that need them, '' for all. */
const schema = v.optional(
  group({
    enabled: setting(v.boolean(), false),
    duration: setting(integer, 600),
    rule: setting(v.string(), ''),
  }),
  {},
)

export const mfa = authPart({
  schema,
  newerKeys: ['mfa'],
  toNewer: value => ({ mfa: { ...value, rule: toNewerRule(value.rule) ?? '' } }),
  fromNewer: ({ unparsed }) => {
    const value = v.parse(schema, unparsed.mfa)
    return { ...value, rule: translateRule(value.rule) ?? '' }
  },
  validate: ({ duration, rule }, { validateRule }) =>
    collectIssues({
      duration: required(duration) ?? atLeast(duration, 10) ?? atMost(duration, 86_400),
      rule: validateRule(rule),
    }),
})
