import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Milliseconds between requests. */
const intervalMs = 20

/** Response time in milliseconds from the moment the request was due. */
async function ask(url: string, agent: Agent, due: number): Promise<number> {
  const [response] = await once(get(url, { agent }), 'response')
  await once(response.resume(), 'end')
  return performance.now() - due
}

async function requestUntilMessage(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<number>[] = []
  let isOver = false
  parentPort?.once('message', () => {
    isOver = true
  })
  for (let due = performance.now(); !isOver; due += intervalMs) {
    await wait(Math.max(0, due - performance.now()))
    asked.push(ask(url, agent, due))
  }
  parentPort?.postMessage(await Promise.all(asked))
  agent.destroy()
}

if (!isMainThread) await requestUntilMessage(String(workerData))

/**
 * Sends requests to a URL at a fixed rate from a separate thread. The returned function stops it and returns the response times.
 */
export function requestSteadily(url: string): () => Promise<number[]> {
  const thread = new Worker(new URL(import.meta.url), { workerData: url })
  return async () => {
    thread.postMessage('end')
    const [times] = await once(thread, 'message')
    return times
  }
}
