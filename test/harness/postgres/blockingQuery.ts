import { Worker } from 'node:worker_threads'
import { type BlockingLine, callAndBlock, createLine } from '../../../packages/server/runtime/blockingCalls.ts'

/** A task of the thread: runs a query, or exports the database to files in a folder. */
export type BlockingTask =
  | { kind: 'query'; address: string; text: string; values: readonly unknown[] }
  | { kind: 'export'; address: string; folder: string }

export type BlockingResult = { rows: unknown[][] } | { error: string }

const maxWaitMs = 60_000

function startThread(): BlockingLine {
  const [line, other] = createLine()
  const worker = new Worker(new URL('./blockingThread.ts', import.meta.url), {
    workerData: other,
    transferList: [other.port],
  })
  worker.unref()
  line.port.unref()
  return line
}

let thread: BlockingLine | undefined

/** Runs a task in another thread and blocks this one until it ends, so that tests can look into a database synchronously. */
export function runBlocking(task: BlockingTask): unknown[][] {
  const line = thread ?? startThread()
  // A thread that has not answered in time is not used again: its answer would be taken for that of the next task.
  thread = undefined
  const result = callAndBlock(line, () => line.port.postMessage(task), maxWaitMs) as BlockingResult
  thread = line
  if ('error' in result) throw new Error(result.error)
  return result.rows
}
