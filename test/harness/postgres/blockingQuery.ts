import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

/** A task of the thread: runs a query, or exports the database to files in a folder. */
export type BlockingTask =
  | { kind: 'query'; address: string; text: string; values: readonly unknown[] }
  | { kind: 'export'; address: string; folder: string }

export type BlockingResult = { rows: unknown[][] } | { error: string }

const maxWaitMs = 60_000

/** The memory in which the thread signals that a result is available, and the port on which it sends it. */
function startThread() {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./blockingThread.ts', import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
  })
  worker.unref()
  port1.unref()
  return { port: port1, signal }
}

let thread: ReturnType<typeof startThread> | undefined

/** Runs a task in another thread and blocks this one until it ends, so that tests can look into a database synchronously. */
export function runBlocking(task: BlockingTask): unknown[][] {
  thread ??= startThread()
  const { port, signal } = thread
  Atomics.store(signal, 0, 0)
  port.postMessage(task)
  if (Atomics.wait(signal, 0, 0, maxWaitMs) === 'timed-out') throw new Error('The query took too long.')
  const result = receiveMessageOnPort(port)?.message as BlockingResult
  if ('error' in result) throw new Error(result.error)
  return result.rows
}
