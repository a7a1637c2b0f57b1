import type { OptionIssue } from '../contract.ts'

type Path = OptionIssue['path']

export const requiredIssue = (...path: Path): OptionIssue => ({ path, code: 'validation_required', message: 'Cannot be blank.' })

export const blankIssue = (...path: Path): OptionIssue => ({ path, code: 'validation_empty', message: 'Must be blank.' })

export const noLessIssue = (limit: number, ...path: Path): OptionIssue => ({
  path,
  code: 'validation_min_greater_equal_than_required',
  message: `Must be no less than ${limit}.`,
})

export const noGreaterIssue = (limit: number, ...path: Path): OptionIssue => ({
  path,
  code: 'validation_max_less_equal_than_required',
  message: `Must be no greater than ${limit}.`,
})

/** Issue of a number that must be there and be at least one. */
export const positiveIssues = (value: number, key: string): OptionIssue[] => {
  if (value === 0) return [requiredIssue(key)]
  return value < 1 ? [noLessIssue(1, key)] : []
}

/** Issue of a limit that must not be below another; unset and zero limits pass. */
export const noLessIssues = (value: number | null, limit: number, key: string): OptionIssue[] =>
  value && value < limit ? [noLessIssue(limit, key)] : []
