import { blank, type Issues, isIssue, toSuperuserTokenIssues } from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import { ViewNotSavedError } from '../../../collections/importCollections.ts'
import { errorsBehind, goErrorText } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'

/** Returns the sentences of issues with their paths, one per line. */
function linesOf(issues: Issues, path = ''): string[] {
  return Object.entries(issues).flatMap(([key, part]) =>
    isIssue(part) ? [`${path}${key}: ${part.message}`] : linesOf(part, `${path}${key}.`),
  )
}

function failed(message: string, cause?: unknown): Rejection {
  const issue = { code: 'validation_collections_import_failure', message }
  return new Rejection('invalid', { code: 'collectionsNotImported', issues: { collections: issue }, cause })
}

/** Maximum number of characters that are shown of what should be a name. */
const maxNameLength = 100

/**
 * Creates the error for a collection that cannot be imported.
 * @param name its name. Another value is shown as the beginning of its JSON
 * @param reasons a sentence, or issues
 */
export function notImported(name: unknown, reasons: string | Issues, cause?: unknown): Rejection {
  const named = typeof name === 'string' ? name : (JSON.stringify(name) ?? '').slice(0, maxNameLength)
  const reason = typeof reasons === 'string' ? reasons : linesOf(reasons).join('\n')
  return failed(`The collection "${named}" cannot be imported.\n${reason}`, cause)
}

/** Returns the error of a failed import in the words of PocketBase 0.23 and later. */
export function importError(error: unknown): unknown {
  const view = errorsBehind(error).find(behind => behind instanceof ViewNotSavedError)
  if (view)
    return failed(
      `Failed to import the collections configuration. Raw error:\nfailed to save collection "${view.view}": ${goErrorText(view)}.`,
      error,
    )
  if (!(error instanceof Rejection)) return error
  // The environment can fix the lifetimes of tokens, whose issues have the keys of settings.
  const tokens = toSuperuserTokenIssues(error.issues)
  if (Object.keys(tokens).length > 0) return notImported(superusers.name, tokens, error)
  const issue = error.issues.collections
  return issue && isIssue(issue) && issue.code !== blank.code ? failed(issue.message, error) : error
}
