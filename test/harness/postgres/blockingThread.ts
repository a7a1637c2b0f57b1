import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type MessagePort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { translate } from '../../../packages/server/db/postgres/translate.ts'
import { exportSnapshot } from '../../../packages/server/move/exportSnapshot.ts'
import type { BlockingResult, BlockingTask } from './blockingQuery.ts'

const { port, signal } = workerData as { port: MessagePort; signal: Int32Array }

const query = async ({ address, text, values }: Extract<BlockingTask, { kind: 'query' }>): Promise<unknown[][]> => {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const statement = { text: translate(text).text, values: [...values], rowMode: 'array' } as const
    return (await client.query<unknown[]>(statement)).rows
  } finally {
    await client.end()
  }
}

const exportTo = async ({ address, folder }: Extract<BlockingTask, { kind: 'export' }>): Promise<unknown[][]> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  await exportSnapshot(address, { data: join(folder, 'data.db'), logs: join(folder, 'logs.db') }, () => undefined)
  return []
}

const resultOf = async (task: BlockingTask): Promise<BlockingResult> => {
  try {
    return { rows: task.kind === 'query' ? await query(task) : await exportTo(task) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

port.on('message', async (task: BlockingTask) => {
  port.postMessage(await resultOf(task))
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
