import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'
import { parseDate } from './parseDate.ts'

const limit = () => v.pipe(setting(v.string(), ''), v.transform(parseDate))

/** The limits are canonical dates; '' means no limit. */
export const dateOptions = shape({ min: limit(), max: limit() })

export type DateOptions = ShapeOf<typeof dateOptions>

export function validateDateOptions({ min, max }: DateOptions): OptionIssue[] {
  return min !== '' && max !== '' && max < min
    ? [{ path: ['max'], code: 'validation_date_out_of_range', message: 'The date is out of range.' }]
    : []
}
