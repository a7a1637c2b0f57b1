import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { exportSnapshot } from '../../../packages/server/dataDirectory/move/exportSnapshot.ts'
import { type BlockingLine, postToBlocked } from '../../../packages/server/runtime/blockingCalls.ts'
import type { BlockingResult, BlockingTask } from './blockingQuery.ts'
import { forPostgres } from './forPostgres.ts'

const line = workerData as BlockingLine

/** The connection of the last query. Most queries of a test follow one another, and a new connection has to read the catalog again. */
let last: { address: string; client: pg.Client } | undefined

async function clientFor(address: string): Promise<pg.Client> {
  if (last?.address === address) return last.client
  await last?.client.end()
  const client = new pg.Client(address)
  last = { address, client }
  const forget = () => {
    if (last?.client === client) last = undefined
  }
  client.on('error', forget).on('end', forget)
  await client.connect()
  return client
}

async function query({ address, text, values }: Extract<BlockingTask, { kind: 'query' }>): Promise<unknown[][]> {
  const client = await clientFor(address)
  const statement = { text: forPostgres(text), values: [...values], rowMode: 'array' } as const
  return (await client.query<unknown[]>(statement)).rows
}

async function exportTo({ address, folder }: Extract<BlockingTask, { kind: 'export' }>): Promise<unknown[][]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  await exportSnapshot(address, { data: join(folder, 'data.db'), logs: join(folder, 'logs.db') }, () => undefined)
  return []
}

async function resultOf(task: BlockingTask): Promise<BlockingResult> {
  try {
    return { rows: task.kind === 'query' ? await query(task) : await exportTo(task) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

line.port.on('message', async (task: BlockingTask) => postToBlocked(line, await resultOf(task)))
