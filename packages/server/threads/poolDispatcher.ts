import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../api/contract.ts'
import { busyReply, tooSlowReply } from '../api/errorReply.ts'
import type { Config } from '../config.ts'
import type { ApiReply } from '../request/ApiReply.ts'
import type { Dispatcher } from './Dispatcher.ts'
import { ReaderPool, ReadRefused } from './ReaderPool.ts'
import { Thread } from './Thread.ts'
import { versions } from './versions.ts'

/** The answer to a request whose thread gave none. */
const refusal = (error: unknown): ApiReply =>
  error instanceof ReadRefused && error.reason === 'tooSlow' ? tooSlowReply(error) : busyReply(error)

/**
 * Answers in other threads, so that nothing SQLite does holds the event loop of this one: one writer, which takes its
 * requests in their order, and a pool of readers.
 * @throws Error with a sentence for the person at the command line when the directory cannot be opened
 */
export const createPoolDispatcher = async (config: Config): Promise<Dispatcher> => {
  const { buffer } = versions()
  const startThread = (role: 'reader' | 'writer') => new Thread({ role, config, versions: buffer })
  let closing = false

  let writer = startThread('writer')
  const replaceWriter = async (lost: Thread): Promise<void> => {
    await lost.ended
    // One that cannot start must not be tried again and again without a pause.
    await wait(100)
    if (closing) return
    writer = startThread('writer')
    void replaceWriter(writer)
  }
  const readers = new ReaderPool(() => startThread('reader'), config.queryTimeout * 1000)
  const routes = await writer.ready.catch(async (error: unknown) => {
    closing = true
    await readers.close()
    throw error
  })
  void replaceWriter(writer)
  await readers.ready()

  const send = (route: Route, task: Parameters<ReaderPool['perform']>[0]) => {
    if (route.runs === 'writes') return writer.perform(task)
    return route.waits ? readers.performBeside(task) : readers.perform(task)
  }

  return {
    routes,
    dispatch: async (position, request) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route ${position}.`)
      try {
        return await send(route, { kind: 'request', endpoint: position, request })
      } catch (error) {
        return refusal(error)
      }
    },
    writeLogs: entries => writer.perform({ kind: 'logs', entries }),
    settingsProblem: () => writer.perform({ kind: 'settingsProblem' }),
    hasAdmins: () => writer.perform({ kind: 'hasAdmins' }),
    close: async () => {
      closing = true
      await readers.close()
      await writer.close()
    },
    isStuck: () => readers.isReading,
  }
}
