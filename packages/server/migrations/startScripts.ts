import type { HostService } from '../pb/Host.ts'
import { type BlockingLine, createLine, postToBlocked } from '../runtime/blockingCalls.ts'
import { explainIssues } from './explainIssues.ts'
import { ScriptThread, type ThreadOptions } from './ScriptThread.ts'
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
function answerCalls(line: BlockingLine, service: HostService): void {
  line.port.on('message', async (call: HostCall) => postToBlocked(line, await perform(service, call)))
}

/** Starts a thread that runs scripts of `pb_migrations`. It is blocked while it waits for the server. */
export function startScripts(service: HostService, options: ThreadOptions): ScriptThread {
  const [line, start] = createLine()
  answerCalls(line, service)
  return new ScriptThread({ entry: new URL('./runScripts.ts', import.meta.url), port: line.port, start, ...options })
}
