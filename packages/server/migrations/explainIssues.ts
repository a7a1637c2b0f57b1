import { sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'
import { messageOf } from '../errors/inspectError.ts'
import { Rejection } from '../errors/Rejection.ts'

/** Formats each issue as `path: sentence`. */
const issueTexts = (issues: Issues, path = ''): string[] =>
  Object.entries(issues).flatMap(([key, part]) =>
    isIssue(part) ? [`${path}${key}: ${sentence(part.message)}`] : issueTexts(part, `${path}${key}.`),
  )

/** Returns the message of an operation's error for the author of a script. */
export function explainIssues(error: unknown): string {
  if (!(error instanceof Rejection)) return messageOf(error)
  const texts = issueTexts(error.issues)
  if (texts.length > 0) return texts.join(' ')
  return [sentence(error.message), error.reason ?? (error.cause === undefined ? '' : messageOf(error.cause))].join(' ').trim()
}
