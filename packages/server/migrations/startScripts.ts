import { MessageChannel } from 'node:worker_threads'
import type { HostService } from '../pb/Host.ts'
import { createHostCalls } from './createHostCalls.ts'
import { ScriptThread } from './ScriptThread.ts'
import type { ScriptStart } from './scriptMessages.ts'

/**
 * Starts a thread that runs scripts of `pb_migrations`. It is blocked while it waits for the server.
 * @param timeoutMs maximum duration of each script
 */
export function startScripts(service: HostService, timeoutMs: number): ScriptThread {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  createHostCalls(port1, signal, service)
  const start: ScriptStart = { port: port2, signal }
  return new ScriptThread({ entry: new URL('./runScripts.ts', import.meta.url), port: port1, start, timeoutMs })
}
