import type { OptionIssue } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'

/** Nests the issues of options by key, and those of list items by position. */
export const nestIssues = (issues: readonly OptionIssue[]): Issues => {
  const nested: Issues = {}
  for (const { path, ...issue } of issues) {
    let at = nested
    for (const key of path.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Issues
    }
    at[String(path.at(-1))] = issue
  }
  return nested
}
