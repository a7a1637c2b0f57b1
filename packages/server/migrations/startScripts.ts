import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { HostService } from '../pb/Host.ts'
import { explainIssues } from './explainIssues.ts'
import { ScriptThread, type ThreadOptions } from './ScriptThread.ts'
import type { HostCall, HostResult, ScriptStart } from './scriptMessages.ts'

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
function answerCalls(port: MessagePort, signal: Int32Array<SharedArrayBuffer>, service: HostService): void {
  port.on('message', async (call: HostCall) => {
    port.postMessage(await perform(service, call))
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
}

/** Starts a thread that runs scripts of `pb_migrations`. It is blocked while it waits for the server. */
export function startScripts(service: HostService, options: ThreadOptions): ScriptThread {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  answerCalls(port1, signal, service)
  const start: ScriptStart = { port: port2, signal }
  return new ScriptThread({ entry: new URL('./runScripts.ts', import.meta.url), port: port1, start, ...options })
}
