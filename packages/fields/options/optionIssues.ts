import type { OptionIssue } from '../contract.ts'

type Path = OptionIssue['path']

export function requiredIssue(...path: Path): OptionIssue {
  return { path, code: 'validation_required', message: 'Cannot be blank.' }
}

export function blankIssue(...path: Path): OptionIssue {
  return { path, code: 'validation_empty', message: 'Must be blank.' }
}

export function noLessIssue(limit: number, ...path: Path): OptionIssue {
  return {
    path,
    code: 'validation_min_greater_equal_than_required',
    message: `Must be no less than ${limit}.`,
  }
}

export function noGreaterIssue(limit: number, ...path: Path): OptionIssue {
  return {
    path,
    code: 'validation_max_less_equal_than_required',
    message: `Must be no greater than ${limit}.`,
  }
}

/** Validates a required number of at least 1. */
export function positiveIssues(value: number, key: string): OptionIssue[] {
  if (value === 0) return [requiredIssue(key)]
  return value < 1 ? [noLessIssue(1, key)] : []
}

/** Validates that a limit is not below another one. Missing and zero limits are valid. */
export function noLessIssues(value: number | null, limit: number, key: string): OptionIssue[] {
  return value && value < limit ? [noLessIssue(limit, key)] : []
}
