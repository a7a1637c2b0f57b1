import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noGreaterIssue, noLessIssue, noLessIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'
import { patternIssues } from '../text/patternIssues.ts'
import { costLimits } from './hashCost.ts'

/** Maximum number of characters of a password; bcrypt reads 72 bytes. */
export const maxCharacters = 71

/** Limits in characters; 0 means the default: no minimum, and a maximum of 71. A cost of 0 means 10. */
export const passwordOptions = shape({
  min: setting(integer, 0),
  max: setting(integer, 0),
  pattern: setting(v.string(), ''),
  cost: setting(integer, 0),
})

export type PasswordOptions = ShapeOf<typeof passwordOptions>

function costIssues(cost: number): OptionIssue[] {
  if (cost === 0) return []
  if (cost < costLimits.min) return [noLessIssue(costLimits.min, 'cost')]
  return cost > costLimits.max ? [noGreaterIssue(costLimits.max, 'cost')] : []
}

function limitIssues(value: number, key: string): OptionIssue[] {
  return value > maxCharacters ? [noGreaterIssue(maxCharacters, key)] : noLessIssues(value, 0, key)
}

export function validatePasswordOptions({ min, max, pattern, cost }: PasswordOptions): OptionIssue[] {
  const limits = [...limitIssues(min, 'min'), ...limitIssues(max, 'max')]
  return [...(limits.length > 0 ? limits : noLessIssues(max, min, 'max')), ...patternIssues(pattern), ...costIssues(cost)]
}
