import type { CodeHost } from '../code/CodeHost.ts'
import { HookTypes } from '../code/HookTypes.ts'
import { loadHookTypes } from '../http/endpoints/loadHookTypes.ts'
import { performBatch } from '../http/endpoints/performBatch.ts'
import { performDataRequest } from '../http/endpoints/performDataRequest.ts'
import { performInTransaction } from '../http/endpoints/performInTransaction.ts'
import { requestEndpoint } from '../http/endpoints/requestEndpoint.ts'
import { runSteps } from '../http/endpoints/runSteps.ts'
import type { HttpParts } from '../http/HttpParts.ts'
import type { Threads } from '../threads/Threads.ts'
import type { SiteParts } from './SiteParts.ts'

/** Returns what requests need of the folder of hooks. */
export function codeParts(host: CodeHost, { hooks, hookedTransactions }: Threads['writer']): NonNullable<HttpParts['code']> {
  return {
    get hooksBefore() {
      return host.hooksBefore
    },
    get hooksInside() {
      return host.hooksInside
    },
    get hasReadHooks() {
      return host.hasReadHooks
    },
    callBefore: (event, authorization) => host.callBefore(event, authorization),
    callInside: async (waiting, authorization) =>
      hookedTransactions.resume(waiting.transaction, await host.callInside(waiting, authorization)),
    findRoute: path => host.findRoute(path),
    request: request => host.request(request),
    identify: hooks.identify,
  }
}

/** Starts the code of the folder of hooks, and keeps the types for editors up to date. */
export async function openCode(
  { options, code, threads, warn }: SiteParts,
  parts: HttpParts,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (code) {
    const { batches, mails: queue } = threads.writer
    // Changes of hooks call no native hooks before them, so that hooks cannot call themselves without end, but hooks of models of scripts.
    const { code: _, ...withoutHooks } = parts
    const request = requestEndpoint((...given) => runSteps(withoutHooks, ...given), threads.dispatcher.routes)
    const { files } = parts
    const perform = performDataRequest({ request, files, runBatch: performBatch(parts, batches), queueMail: queue.queue })
    const performInside = performInTransaction(threads, files)
    await code.host.open((request, authorization, transaction, job) =>
      transaction === undefined ? perform(request, authorization, job) : performInside(transaction, request, authorization),
    )
    code.calls.recover()
  }
  const { writtenMigrations: written } = options
  const typed = [...(code ? [code.host.folder] : []), ...(written?.kind === 'native' ? [written.folders.native] : [])]
  for (const folder of typed) {
    const types = new HookTypes({
      folder,
      version: () => threads.versions.current('collections'),
      types: () => loadHookTypes(parts, threads.dispatcher.routes),
      warn,
    })
    opened.defer(() => types.close())
  }
}
