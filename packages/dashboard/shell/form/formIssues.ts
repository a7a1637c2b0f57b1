import type { FieldErrors } from '../../queries/connection/failure.ts'

const plausibleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What a form can tell without the server; the server's own judgement stands above it. */
export interface Expectation {
  name: string
  value: string
  label: string
  isEmail?: boolean
  /** Characters. */
  min?: number
}

/** Issues of the inputs that are empty, too short or no address. */
export function formIssues(expectations: readonly Expectation[]): FieldErrors {
  const issues: FieldErrors = {}
  for (const expectation of expectations) {
    const issue = issueOf(expectation)
    if (issue !== undefined) issues[expectation.name] = issue
  }
  return issues
}

function issueOf({ value, label, isEmail, min }: Expectation): string | undefined {
  if (value === '') return `${label} cannot be blank.`
  if (isEmail && !plausibleEmail.test(value)) return 'Must be a valid email address.'
  if (min !== undefined && value.length < min) return `Must have at least ${min} characters.`
  return undefined
}
