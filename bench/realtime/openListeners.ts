import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ListenerReport } from './listen.ts'

/** Event streams that another process keeps open. */
export interface Listeners {
  /** Returns the events since the last call. */
  takeReport: () => Promise<ListenerReport>
  close: () => Promise<void>
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`The listeners ended with status ${status}.`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message
}

/** Opens a number of streams, each subscribed to the records of `scratch`. */
export async function openListeners(url: string, count: number): Promise<Listeners> {
  const child = fork(join(import.meta.dirname, 'listen.ts'), [url, String(count)])
  await nextMessage(child)
  return {
    takeReport: async () => {
      child.send('report')
      return (await nextMessage(child)) as ListenerReport
    },
    close: async () => {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
