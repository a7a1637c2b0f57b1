import { once } from 'node:events'
import { traceOf } from '../../errors/inspectError.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { adoptStartSecret } from '../../settings/startSecret.ts'
import { Thread } from '../workers/Thread.ts'
import type { FromProcess, ProcessStart, ToProcess } from './messages.ts'

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message)
}

/** Kills this process: a normal exit would wait until SQLite finishes the running statement. */
const end = () => process.kill(process.pid, 'SIGKILL')

process.on('disconnect', end)
// Terminals and service managers signal all processes of a group, but the server decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGUSR1', () => undefined)

const [{ config, secret }] = (await once(process, 'message')) as [ProcessStart]
if (secret !== undefined) adoptStartSecret(secret)
const shared = versions()
// Reading in another thread leaves this one free to notice that the server has disconnected.
const reader = new Thread({ role: 'reader', config, versions: shared.buffer, allowsViews: true })

process.on('message', async ({ call, counters }: ToProcess) => {
  shared.follow(counters)
  try {
    send({ result: await reader.perform(call) })
  } catch (error) {
    send({ error: traceOf(error) })
  }
})
void reader.ended.then(end)
await reader.ready
send({ ready: true })
