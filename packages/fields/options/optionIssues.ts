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

/** Validates a required number of at least 1. */
export const positiveIssues = (value: number, key: string): OptionIssue[] => {
  if (value === 0) return [requiredIssue(key)]
  return value < 1 ? [noLessIssue(1, key)] : []
}

/** Validates that a limit is not below another one. Missing and zero limits are valid. */
export const noLessIssues = (value: number | null, limit: number, key: string): OptionIssue[] =>
  value && value < limit ? [noLessIssue(limit, key)] : []
