import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Milliseconds from one question to the next. */
const every = 20

/** Milliseconds to the answer from the moment at which the question was due. */
const ask = async (url: string, agent: Agent, due: number): Promise<number> => {
  const [answer] = await once(get(url, { agent }), 'response')
  await once(answer.resume(), 'end')
  return performance.now() - due
}

const askUntilTold = async (url: string): Promise<void> => {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<number>[] = []
  let isOver = false
  parentPort?.once('message', () => {
    isOver = true
  })
  for (let due = performance.now(); !isOver; due += every) {
    await wait(Math.max(0, due - performance.now()))
    asked.push(ask(url, agent, due))
  }
  parentPort?.postMessage(await Promise.all(asked))
  agent.destroy()
}

if (!isMainThread) await askUntilTold(String(workerData))

/** Asks an address again and again from a thread of its own; the result ends that and gives how long each answer took. */
export const askSteadily = (url: string): (() => Promise<number[]>) => {
  const thread = new Worker(new URL(import.meta.url), { workerData: url })
  return async () => {
    thread.postMessage('end')
    const [times] = await once(thread, 'message')
    return times
  }
}
