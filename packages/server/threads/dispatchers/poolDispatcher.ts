import type { Route } from '../../api/contract.ts'
import type { StepResult } from '../../api/StepResult.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Readers } from '../readers/Readers.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import type { ResponseCache } from '../responseCache/ResponseCache.ts'
import type { Writer } from '../workers/Writer.ts'
import type { Dispatcher } from './Dispatcher.ts'
import { takeTurns } from './takeTurns.ts'

interface Pool {
  routes: readonly Route[]
  writer: Pick<Writer, 'remote'>
  readers: Readers
  responseCache: ResponseCache
  clients: ClientLedger
}

/** Creates a dispatcher that hands each step of a request to the writer or to the readers, and caches responses. */
export function createPoolDispatcher({ routes, writer, readers, responseCache, clients }: Pool): Omit<Dispatcher, 'freshness'> {
  const turns = takeTurns(clients)
  const runOnce = (route: Route, task: RequestTask, onWait?: () => void): Promise<StepResult> => {
    if (task.part === 'parse') return turns.parse(task, readers.perform)
    const step = typeof task.part === 'number' ? route.steps[task.part] : undefined
    if (step?.on === 'writer') return writer.remote.requests.run(task)
    if (step?.once) return readers.performOnce(task)
    return step?.waits ? readers.performConcurrently(task) : readers.perform(task, onWait)
  }

  const run = async (route: Route, task: RequestTask): Promise<StepResult> => {
    const result = await runOnce(route, task)
    return result.kind === 'large'
      ? turns.createLarge(task, result.length, (again, onWait) => runOnce(route, again, onWait))
      : result
  }

  return {
    routes,
    findCached: (position, request) => (routes[position]?.caches ? responseCache.find(position, request) : undefined),
    request: async (position, request, part, state) => {
      const route = routes[position]
      if (!route) throw new Error(`There is no route with the index ${position}.`)
      const result = await run(route, { endpoint: position, request, part, state })
      // A request of the server's own code has no URL, by which the cache could find its response, and hooks can narrow a list.
      if (route.caches && request.url !== '' && !request.hooked) responseCache.add(position, request, result)
      return result
    },
  }
}
