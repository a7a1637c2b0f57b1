import { sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'

/** The code and the sentence of each invalid field, as the API shows them. */
export interface ShownIssues {
  [field: string]: { code: string; message: string } | ShownIssues
}

/** Returns issues as the API of 0.22 shows them. */
export function shownIssues(issues: Issues): ShownIssues {
  return Object.fromEntries(
    Object.entries(issues).map(([name, part]) => [
      name,
      isIssue(part) ? { code: part.code, message: sentence(part.message) } : shownIssues(part),
    ]),
  )
}

/** Returns issues as the text of the error that a form of 0.22 throws: `kind: Invalid value; name: Missing required value.` */
export function issuesText(issues: Issues): string {
  const parts = Object.keys(issues)
    .sort()
    .map(name => {
      const part = issues[name]
      if (part === undefined) return ''
      return isIssue(part) ? `${name}: ${sentence(part.message).replace(/\.$/, '')}` : `${name}: (${issuesText(part)})`
    })
  return `${parts.join('; ')}.`
}
