import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { callAndBlock, createLine } from './blockingCalls.ts'

/** Before it answers each message with twice its number, this thread wakes the waiting one without an answer. */
const wakesEarly = `
  const { workerData: { port, signal } } = require('node:worker_threads')
  const answers = import(${JSON.stringify(new URL('./blockingCalls.ts', import.meta.url))})
  port.on('message', async number => {
    const { postToBlocked } = await answers
    while (Atomics.notify(signal, 0) === 0);
    postToBlocked({ port, signal }, 2 * number)
  })
`

function startLine(program: string) {
  const [line, other] = createLine()
  const worker = new Worker(program, { eval: true, workerData: other, transferList: [other.port] })
  onTestFinished(async () => void (await worker.terminate()))
  return line
}

test('a thread that is woken without an answer goes on waiting, so that each call gets its own answer', () => {
  const line = startLine(wakesEarly)
  const answers = [1, 2, 3].map(number => callAndBlock(line, () => line.port.postMessage(number)))
  expect(answers).toEqual([2, 4, 6])
})

test('a call without an answer fails when its time is over', () => {
  const line = startLine(`require('node:worker_threads').workerData.port.on('message', () => {})`)
  expect(() => callAndBlock(line, () => line.port.postMessage(1), 50)).toThrow('No message arrived in time.')
})
