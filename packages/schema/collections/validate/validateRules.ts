import type { Issue } from '@coffer/fields'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { Rule } from '../Collection.ts'
import { type CollectionDraft, type RuleName, ruleNames } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'

const rulesOfViews: readonly RuleName[] = ['listRule', 'viewRule']

/** Validates the text of a rule. null (only admins) and '' (everyone) are always valid. */
export function validateRule(rule: Rule, { findRuleError }: ValidationContext): Issue | undefined {
  const error = rule ? findRuleError(rule) : undefined
  if (!error) return undefined
  const message = `Invalid filter rule. Raw error: ${error.reason}`
  return { code: 'validation_invalid_rule', message, position: error.position }
}

/** Validates the five rules of a collection. A view has only the two rules for reading. */
export function validateRules(draft: CollectionDraft, context: ValidationContext): Issues {
  return collectIssues(
    Object.fromEntries(
      ruleNames.map(name => {
        const rule = draft[name]
        if (draft.type !== 'view' || rulesOfViews.includes(name)) return [name, validateRule(rule, context)]
        return [name, rule === null ? undefined : { code: 'validation_nil', message: 'Must be blank.' }]
      }),
    ),
  )
}
