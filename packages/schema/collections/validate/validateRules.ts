import type { Issue } from '@coffer/fields'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { Rule } from '../Collection.ts'
import { type CollectionDraft, type RuleName, ruleNames } from '../CollectionDraft.ts'
import type { Surroundings } from './Surroundings.ts'

const rulesOfViews: readonly RuleName[] = ['listRule', 'viewRule']

/** Judges the text of a rule; nobody (null) and everybody ('') are always right. */
export const validateRule = (rule: Rule, { findRuleFault }: Surroundings): Issue | undefined => {
  const fault = rule ? findRuleFault(rule) : undefined
  if (!fault) return undefined
  const message = `Invalid filter rule. Raw error: ${fault.reason}`
  return { code: 'validation_invalid_rule', message, position: fault.position }
}

/** Judges the five rules of a collection. Records of views are only read. */
export const validateRules = (draft: CollectionDraft, surroundings: Surroundings): Issues =>
  collectIssues(
    Object.fromEntries(
      ruleNames.map(name => {
        const rule = draft[name]
        if (draft.type !== 'view' || rulesOfViews.includes(name)) return [name, validateRule(rule, surroundings)]
        return [name, rule === null ? undefined : { code: 'validation_nil', message: 'Must be blank.' }]
      }),
    ),
  )
