import type { MessagePort } from 'node:worker_threads'
import type { HostService } from '../pb/Host.ts'
import { explainIssues } from './explainIssues.ts'
import type { HostCall, HostResult } from './scriptMessages.ts'

async function perform(service: HostService, { name, args }: HostCall): Promise<HostResult> {
  try {
    if (!Object.hasOwn(service, name)) throw new Error(`There is no operation ${name}.`)
    const operation = service[name as keyof HostService] as (...args: unknown[]) => unknown
    return { result: await operation(...args) }
  } catch (error) {
    return { error: explainIssues(error) }
  }
}

/** Answers the calls of a thread of scripts, and wakes the thread with each result. */
export function createHostCalls(port: MessagePort, signal: Int32Array<SharedArrayBuffer>, service: HostService): void {
  port.on('message', async (call: HostCall) => {
    port.postMessage(await perform(service, call))
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
}
