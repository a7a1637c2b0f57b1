import { expect, test } from 'vitest'
import { todayIssue } from './issues.ts'

test.each([
  ['validation_required', 'Missing required value.', 'validation_required', 'Cannot be blank.', undefined],
  ['validation_invalid_email', 'Must be a valid email.', 'validation_is_email', 'Must be a valid email address.', undefined],
  [
    'validation_invalid_email',
    'The email is invalid or already in use.',
    'validation_not_unique',
    'Value must be unique.',
    undefined,
  ],
  [
    'validation_min_number_constraint',
    'Must be larger than -1.500000.',
    'validation_min_number_constraint',
    'Must be greater or equal than -1.5.',
    { min: -1.5 },
  ],
  [
    'validation_max_number_constraint',
    'Must be less than 10.000000.',
    'validation_max_number_constraint',
    'Must be less or equal than 10.',
    { max: 10 },
  ],
  [
    'validation_max_text_constraint',
    'Must be less than 5 character(s).',
    'validation_max_text_constraint',
    'Must be no more than 5 character(s).',
    { max: 5 },
  ],
  [
    'validation_no_decimal_constraint',
    'Decimal numbers are not allowed.',
    'validation_only_int_constraint',
    'Decimal numbers are not allowed.',
    undefined,
  ],
  [
    'validation_too_many_values',
    'Select no more than 3.',
    'validation_too_many_values',
    'Select no more than 3.',
    { maxSelect: 3 },
  ],
  ['validation_invalid_value', 'Invalid value zz.', 'validation_invalid_value', 'Invalid value zz.', { value: 'zz' }],
  ['validation_invalid_format', 'Invalid value format.', 'validation_invalid_format', 'Invalid value format.', undefined],
  ['validation_something', 'anything else', 'validation_something', 'Anything else.', undefined],
])('the issue %s "%s" becomes %s "%s"', (code, message, todayCode, todayMessage, params) => {
  expect(todayIssue({ code, message })).toEqual({ code: todayCode, message: todayMessage, ...(params && { params }) })
})
