import type { Issue } from '@coffer/fields'
import { sentence } from '@coffer/fields'

/** An issue as PocketBase 0.23 and later return it. */
interface TodayIssue {
  code: string
  message: string
  /** The values of the message. */
  params?: Record<string, unknown>
}

type Translate = (issue: Issue, first: string, second: string) => TodayIssue

const keep =
  (params: (first: string, second: string) => Record<string, unknown>): Translate =>
  ({ code, message }, first, second) => ({
    code,
    message: sentence(message),
    params: params(first, second),
  })

/** What became of a message of 0.22: its pattern, whose groups are its values. The first pattern that matches counts. */
const translations: readonly (readonly [RegExp, Translate])[] = [
  [/^Missing required value\.?$/, ({ code }) => ({ code, message: 'Cannot be blank.' })],
  [/^Must be a valid email\.?$/, () => ({ code: 'validation_is_email', message: 'Must be a valid email address.' })],
  [
    /^(?:The email is invalid or already in use|Admin email already exists|The model id is invalid or already exists)\.?$/,
    () => ({ code: 'validation_not_unique', message: 'Value must be unique.' }),
  ],
  [
    /^Must be larger than (-?[\d.]+)$/,
    ({ code }, min) => ({ code, message: `Must be greater or equal than ${Number(min)}.`, params: { min: Number(min) } }),
  ],
  [
    /^Must be less than (\d+) character\(s\)\.?$/,
    ({ code }, max) => ({ code, message: `Must be no more than ${max} character(s).`, params: { max: Number(max) } }),
  ],
  [
    /^Must be less than (-?[\d.]+)$/,
    ({ code }, max) => ({ code, message: `Must be less or equal than ${Number(max)}.`, params: { max: Number(max) } }),
  ],
  [
    /^Decimal numbers are not allowed\.?$/,
    () => ({ code: 'validation_only_int_constraint', message: 'Decimal numbers are not allowed.' }),
  ],
  [/^Must be at least (\d+) character\(s\)/, keep(min => ({ min: Number(min) }))],
  [/^Select no more than (\d+)/, keep(maxSelect => ({ maxSelect: Number(maxSelect) }))],
  [/^Select at least (\d+)/, keep(minSelect => ({ minSelect: Number(minSelect) }))],
  [/^Invalid value ([\s\S]*?)\.?$/, keep(value => ({ value }))],
  [/^Invalid filter rule\. ([\s\S]*)$/, ({ code }, rest) => ({ code, message: `Invalid rule. ${rest}` })],
  [/^The length must be between (\d+) and (\d+)/, keep((min, max) => ({ min: Number(min), max: Number(max) }))],
  [/^Must be no less than (-?\d+)/, keep(threshold => ({ threshold: Number(threshold) }))],
  [/^Must be no greater than (-?\d+)/, keep(threshold => ({ threshold: Number(threshold) }))],
]

/** Messages whose text only looks like one with values. */
const withoutValues = new Set(['validation_invalid_format'])

/** Translates an issue from the code and sentence of PocketBase 0.22 into the code, sentence and values of 0.23 and later. */
export function todayIssue(issue: Issue): TodayIssue {
  if (issue.newer) return issue.newer
  if (!withoutValues.has(issue.code)) {
    for (const [pattern, translate] of translations) {
      const found = pattern.exec(sentence(issue.message).replace(/(\d)\.$/, '$1'))
      if (found) return translate(issue, found[1] ?? '', found[2] ?? '')
    }
  }
  return { code: issue.code, message: sentence(issue.message) }
}
