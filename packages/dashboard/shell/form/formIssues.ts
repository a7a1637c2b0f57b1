import type { FieldErrors } from '../../queries/connection/failure.ts'

const plausibleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An input and the constraints that the form checks before sending. The server validates again. */
export interface InputConstraints {
  name: string
  value: string
  label: string
  isEmail?: boolean
  /** Minimum length, in characters. */
  min?: number
}

/** Returns the issues of inputs that are empty, too short or not an email address. */
export function formIssues(inputs: readonly InputConstraints[]): FieldErrors {
  const issues: FieldErrors = {}
  for (const input of inputs) {
    const issue = issueOf(input)
    if (issue !== undefined) issues[input.name] = issue
  }
  return issues
}

function issueOf({ value, label, isEmail, min }: InputConstraints): string | undefined {
  if (value === '') return `${label} cannot be blank.`
  if (isEmail && !plausibleEmail.test(value)) return 'Must be a valid email address.'
  if (min !== undefined && value.length < min) return `Must have at least ${min} characters.`
  return undefined
}
