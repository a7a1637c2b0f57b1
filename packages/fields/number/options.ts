import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noLessIssue } from '../options/optionIssues.ts'
import { finite, type ShapeOf, setting, shape } from '../options/shape.ts'
import { noDecimalIssue } from './validateNumber.ts'

export const numberOptions = shape({
  min: setting(v.nullable(finite), null),
  max: setting(v.nullable(finite), null),
  noDecimal: setting(v.boolean(), false),
})

export type NumberOptions = ShapeOf<typeof numberOptions>

export function validateNumberOptions({ min, max, noDecimal }: NumberOptions): OptionIssue[] {
  const isForbidden = (limit: number) => noDecimal && !Number.isInteger(limit)
  const issues: OptionIssue[] = []
  if (min !== null && isForbidden(min)) issues.push({ path: ['min'], ...noDecimalIssue })
  if (min !== null && max) {
    if (max < min) issues.push(noLessIssue(min, 'max'))
    else if (isForbidden(max)) issues.push({ path: ['max'], ...noDecimalIssue })
  }
  return issues
}
