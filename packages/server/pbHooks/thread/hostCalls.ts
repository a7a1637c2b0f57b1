import { workerData } from 'node:worker_threads'
import { callAndBlock } from '../../runtime/blockingCalls.ts'
import type { HostAnswer, HostRequest, NestedCall, NestedOutcome, ScriptCall, ScriptOutcome, ThreadStart } from '../messages.ts'
import { FormIssues, GoError, thrownAgain } from './errors.ts'

const line = workerData as ThreadStart
const { port } = line

function post(request: HostRequest): void {
  try {
    port.postMessage(request)
  } catch {
    // Values of scripts can hold functions, which cannot cross threads.
    port.postMessage({ ...request, args: JSON.parse(JSON.stringify(request.args)) })
  }
}

let runNested: ((call: ScriptCall) => ScriptOutcome) | undefined

/** Sets the function that runs the calls to which operations lead. */
export function onNestedCall(run: (call: ScriptCall) => ScriptOutcome): void {
  runNested = run
}

/**
 * Asks the server and blocks until it answers. Calls to which the operation leads run in the meantime.
 * @throws GoError if the server rejects the operation, or what a hook of it has thrown
 */
export function callHost(name: string, args: unknown[], transaction?: number): unknown {
  const exchange = (send: () => void) => callAndBlock(line, send) as HostAnswer | NestedCall
  let message = exchange(() => post({ name, args, transaction }))
  while ('call' in message) {
    if (!runNested) throw new Error('This thread runs no calls.')
    const outcome = { outcome: runNested(message.call) } satisfies NestedOutcome
    message = exchange(() => port.postMessage(outcome))
  }
  if ('failure' in message && message.failure) throw thrownAgain(message.failure)
  if ('error' in message) {
    const { error, issues, note } = message
    throw new GoError(error, issues && new FormIssues(error, issues), note)
  }
  return message.result
}
