import { type Issues, isIssue, toNewerAuthIssues } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'

/** Moves the issues of options to the top level, where PocketBase 0.23 and later have the options. */
function liftOptions({ options, ...issues }: Issues): Issues {
  if (options === undefined) return issues
  if (isIssue(options)) return { ...issues, options }
  const { coffer = {}, query, ...others } = options
  return {
    ...issues,
    ...others,
    ...(query && { viewQuery: query }),
    ...(isIssue(coffer) ? { coffer } : toNewerAuthIssues(coffer)),
  }
}

/** Names the issues of fields by their positions among all fields of the collection. */
function liftFields({ schema, ...issues }: Issues, positions: readonly number[]): Issues {
  if (schema === undefined) return issues
  if (isIssue(schema)) return { ...issues, fields: schema }
  const fields = Object.entries(schema).map(([index, issue]) => [
    positions[Number(index)] ?? index,
    isIssue(issue) ? issue : liftOptions(issue),
  ])
  return { ...issues, fields: Object.fromEntries(fields) }
}

const missingId = { code: 'validation_missing_primary_key', message: 'Missing or invalid "id" PK field.' }

/** A query without an id has no field for it. */
function withMissingId(issues: Issues): Issues {
  const { viewQuery } = issues
  const lacksId = viewQuery && isIssue(viewQuery) && viewQuery.message.includes('missing required id column')
  return lacksId ? { fields: missingId, ...issues } : issues
}

/**
 * Runs a change of a collection.
 * @param positions see `NewerForm`
 * @throws Rejection whose issues are named as in PocketBase 0.23 and later
 */
export async function withTodayIssues<T>(positions: readonly number[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Rejection) || Object.keys(error.issues).length === 0) throw error
    const { kind, code, issues, cause } = error
    const lifted = withMissingId(liftFields(liftOptions(issues), positions))
    throw new Rejection(kind, { ...(code && { code }), issues: lifted, cause })
  }
}
