import type { Issue } from '../contract.ts'
import { formatDecimal } from '../formatDecimal.ts'

export interface NumberLimits {
  min: number | null
  max: number | null
  noDecimal: boolean
}

export const noDecimalIssue = { code: 'validation_no_decimal_constraint', message: 'Decimal numbers are not allowed.' }

const sixDecimals = (value: number) => (Math.abs(value) < 1e21 ? value.toFixed(6) : `${formatDecimal(value)}.000000`)

/** Validates a number against the limits of its field. Zero means no value and is valid. */
export function validateNumber(value: number, { min, max, noDecimal }: NumberLimits): Issue | undefined {
  if (value === 0) return undefined
  if (!Number.isFinite(value)) {
    return { code: 'validation_nan', message: 'The submitted number is not properly formatted.' }
  }
  if (noDecimal && !Number.isInteger(value)) return noDecimalIssue
  if (min !== null && value < min) {
    return { code: 'validation_min_number_constraint', message: `Must be larger than ${sixDecimals(min)}.` }
  }
  if (max !== null && value > max) {
    return { code: 'validation_max_number_constraint', message: `Must be less than ${sixDecimals(max)}.` }
  }
  return undefined
}
