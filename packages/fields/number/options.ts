import { z } from 'zod'
import type { OptionIssue } from '../contract.ts'
import { noLessIssue } from '../options/optionIssues.ts'
import { setting } from '../options/setting.ts'

export const numberOptions = z.object({
  min: setting(z.number().nullable(), null),
  max: setting(z.number().nullable(), null),
  noDecimal: setting(z.boolean(), false),
})

export type NumberOptions = z.output<typeof numberOptions>

export const noDecimalIssue = { code: 'validation_no_decimal_constraint', message: 'Decimal numbers are not allowed.' }

export const validateNumberOptions = ({ min, max, noDecimal }: NumberOptions): OptionIssue[] => {
  const isForbidden = (limit: number) => noDecimal && !Number.isInteger(limit)
  const issues: OptionIssue[] = []
  if (min !== null && isForbidden(min)) issues.push({ path: ['min'], ...noDecimalIssue })
  if (min !== null && max) {
    if (max < min) issues.push(noLessIssue(min, 'max'))
    else if (isForbidden(max)) issues.push({ path: ['max'], ...noDecimalIssue })
  }
  return issues
}
