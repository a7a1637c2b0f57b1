import type { Transaction } from '../db/engine.ts'
import { goErrorText, messageOf } from '../errors/inspectError.ts'
import { Rejection } from '../errors/Rejection.ts'
import { explainIssues } from '../migrations/explainIssues.ts'
import { issuesText, shownIssues } from './issuesText.ts'
import type { HostAnswer } from './messages.ts'
import { NotedError } from './readOperations.ts'
import type { Operations } from './scriptOperations.ts'

/** Returns the answer to an operation that has failed. */
export function failedAnswer(error: unknown): HostAnswer {
  if (error instanceof NotedError) return { error: error.message, note: error.note }
  if (!(error instanceof Rejection)) return { error: goErrorText(error) }
  const { issues } = error
  if (Object.keys(issues).length > 0) return { error: issuesText(issues), issues: shownIssues(issues) }
  return { error: error.code === 'recordNotDeleted' ? messageOf(error.cause) : explainIssues(error) }
}

const alone: Transaction['attempt'] = work => work()

/** Performs an operation. Its error is part of the answer. */
export async function performOperation(
  operations: Operations,
  name: string,
  args: readonly unknown[],
  attempt = alone,
): Promise<HostAnswer> {
  try {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!operation) throw new Error(`There is no operation ${name}.`)
    return { result: await attempt(async () => operation(...(args as never[]))) }
  } catch (error) {
    return failedAnswer(error)
  }
}
