import type { ApiReply, Endpoint } from '../api/contract.ts'
import { busyReply, tooSlowReply } from '../api/errorReply.ts'
import { endpoints } from '../api/routes.ts'
import type { Config } from '../config.ts'
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
    if (closing) return
    writer = startThread('writer')
    void replaceWriter(writer)
  }
  // The writer creates what a fresh directory lacks, so the readers open it afterwards.
  await writer.ready
  void replaceWriter(writer)
  const readers = new ReaderPool(() => startThread('reader'), config.queryTimeout * 1000)
  await readers.ready()

  const send = (endpoint: Endpoint, task: Parameters<ReaderPool['perform']>[0]) => {
    if (endpoint.runs === 'writes') return writer.perform(task)
    return endpoint.waits ? readers.performBeside(task) : readers.perform(task)
  }

  return {
    dispatch: async (position, request) => {
      const endpoint = endpoints[position]
      if (!endpoint) throw new Error(`There is no endpoint ${position}.`)
      try {
        return await send(endpoint, { kind: 'request', endpoint: position, request })
      } catch (error) {
        return refusal(error)
      }
    },
    writeLogs: entries => writer.perform({ kind: 'logs', entries }),
    hasAdmins: () => writer.perform({ kind: 'hasAdmins' }),
    close: async () => {
      closing = true
      await readers.close()
      await writer.close()
    },
  }
}
