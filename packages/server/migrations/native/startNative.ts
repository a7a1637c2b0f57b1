import { MessageChannel } from 'node:worker_threads'
import type { Engine, Transaction } from '../../db/engine.ts'
import type { DataResponse } from '../../messages/DataRequest.ts'
import type { MigrationRequest } from '../../messages/MigrationRequest.ts'
import type { HostService } from '../../pb/Host.ts'
import { lines, print } from '../../runtime/terminal.ts'
import { ScriptThread, type ThreadOptions } from '../ScriptThread.ts'
import type { NativeCall, NativeResult, NativeStart } from './messages.ts'

/** Performs a request of a native migration. Never rejects: errors become responses. */
export type PerformMigrationRequest = (request: MigrationRequest) => Promise<DataResponse>

/** Creates a function that performs the requests of native migrations in a transaction. `statements` runs their SQL. */
export type OpenMigrationApi = (
  db: Engine,
  transaction: Transaction,
  statements: Pick<HostService, 'execute' | 'query'>,
) => PerformMigrationRequest

const cofferModule = new URL('../../code/process/coffer.ts', import.meta.url).href

/**
 * Starts a thread that runs native migrations. Their requests are performed one after the other, because the savepoints of a transaction
 * cannot overlap.
 */
export function startNative(perform: PerformMigrationRequest, options: ThreadOptions): ScriptThread {
  const { port1, port2 } = new MessageChannel()
  let last: Promise<unknown> = Promise.resolve()
  const answer = async (call: NativeCall): Promise<DataResponse> => {
    if ('request' in call) return perform(call.request)
    print`${lines(call.print)}`
    return { status: 204, json: '' }
  }
  port1.on('message', (call: NativeCall) => {
    last = last.then(async () => port1.postMessage({ id: call.id, response: await answer(call) } satisfies NativeResult))
  })
  const start: NativeStart = { port: port2, coffer: cofferModule }
  return new ScriptThread({ entry: new URL('./runNative.ts', import.meta.url), port: port1, start, ...options })
}
