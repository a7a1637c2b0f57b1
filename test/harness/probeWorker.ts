import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ProbeRequest, ProbeSample, ProbeStart } from './startProbe.ts'

const { port, requests, intervalMs } = workerData as ProbeStart
const maxRequestMs = 30_000
const agent = new Agent({ keepAlive: true })
let isRunning = true

const ask = ({ method, path, body }: ProbeRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { 'Content-Type': 'application/json' } })
    // A request without a response counts with this duration.
    sent.setTimeout(maxRequestMs, () => sent.destroy())
    sent.on('error', reject).on('response', response => {
      response.resume().on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.end(body)
  })

async function sample(asked: ProbeRequest): Promise<ProbeSample> {
  const started = performance.now()
  const status = await ask(asked).catch(() => 0)
  return { milliseconds: performance.now() - started, status }
}

parentPort?.on('message', () => {
  isRunning = false
})
const samples: Promise<ProbeSample>[] = []
for (let turn = 0; isRunning; turn += 1) {
  samples.push(sample(requests[turn % requests.length] as ProbeRequest))
  await wait(intervalMs)
}
parentPort?.postMessage(await Promise.all(samples))
agent.destroy()
parentPort?.close()
