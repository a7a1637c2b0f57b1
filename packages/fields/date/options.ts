import { z } from 'zod'
import type { OptionIssue } from '../contract.ts'
import { parseDate } from './parseDate.ts'

const limit = () =>
  z
    .string()
    .nullish()
    .transform(text => parseDate(text ?? ''))

/** Limits are dates in canonical form; '' sets none. */
export const dateOptions = z.object({ min: limit(), max: limit() })

export type DateOptions = z.output<typeof dateOptions>

export const validateDateOptions = ({ min, max }: DateOptions): OptionIssue[] =>
  min !== '' && max !== '' && max < min
    ? [{ path: ['max'], code: 'validation_date_out_of_range', message: 'The date is out of range.' }]
    : []
