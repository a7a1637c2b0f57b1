import type { Issue, OptionIssue } from '@coffer/fields'

/** Issues by field. The parts of a form are nested without a wrapper. */
export type Issues = { [field: string]: Issue | Issues }

export function isIssue(part: Issue | Issues): part is Issue {
  return typeof part.code === 'string' && typeof part.message === 'string'
}

/** Returns the messages of issues, however deep they lie. */
export function messagesOf(issues: Issues): string[] {
  return Object.values(issues).flatMap(part => (isIssue(part) ? [part.message] : messagesOf(part)))
}

/** Removes the fields and parts without issues. */
export function collectIssues(parts: Record<string, Issue | Issues | undefined>): Issues {
  const found: [string, Issue | Issues][] = []
  for (const [field, part] of Object.entries(parts)) {
    if (part !== undefined && (isIssue(part) || Object.keys(part).length > 0)) found.push([field, part])
  }
  return Object.fromEntries(found)
}

/** Nests the issues of options by key, and those of list items by position. */
export function nestIssues(issues: readonly OptionIssue[]): Issues {
  const nested: Issues = {}
  for (const { path, ...issue } of issues) {
    let at = nested
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(at, key)) at[key] = {}
      at = at[key] as Issues
    }
    at[String(path.at(-1))] = issue
  }
  return nested
}
