import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { HostAnswer, HostRequest, ThreadStart } from '../messages.ts'
import { FormIssues, GoError, thrownAgain } from './errors.ts'

const { port, signal } = workerData as ThreadStart

function post(request: HostRequest): void {
  try {
    port.postMessage(request)
  } catch {
    // Values of scripts can hold functions, which cannot cross threads.
    port.postMessage({ ...request, args: JSON.parse(JSON.stringify(request.args)) })
  }
}

/**
 * Asks the server and blocks until it answers.
 * @throws GoError if the server rejects the operation, or what a hook of it has thrown
 */
export function callHost(name: string, args: unknown[], transaction?: number): unknown {
  const before = Atomics.load(signal, 0)
  post({ name, args, transaction })
  Atomics.wait(signal, 0, before)
  const { message } = receiveMessageOnPort(port) as { message: HostAnswer }
  if ('failure' in message && message.failure) throw thrownAgain(message.failure)
  if ('error' in message) throw new GoError(message.error, message.issues && new FormIssues(message.error, message.issues))
  return message.result
}
