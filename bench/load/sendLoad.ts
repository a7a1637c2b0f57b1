// Runs as a separate process: `node sendLoad.ts PLAN.json` prints the result as JSON.
import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { percentile } from '../harness/percentile.ts'
import type { LoadPlan, LoadRequest, LoadResult } from './Load.ts'

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadPlan
const { hostname, port } = new URL(plan.url)
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })

/** Sends a request and returns the status of the response, or 0 if there is none. */
const statusOf = ({ method, path, headers = {}, body }: LoadRequest): Promise<number> =>
  new Promise(resolve => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    send({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, response => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0))
      response.resume()
    })
      .on('error', () => resolve(0))
      .end(body)
  })

const times: number[] = []
let errors = 0
let at = plan.from
const started = performance.now()
const end = started + plan.seconds * 1000

async function sendOverAndOver(): Promise<void> {
  while (performance.now() < end) {
    const request = plan.requests[at++ % plan.requests.length]
    if (!request) return
    const sent = performance.now()
    const status = await statusOf(request)
    if (status !== 0) times.push(performance.now() - sent)
    if (status === 0 || status >= 400) errors += 1
  }
}

await Promise.all(Array.from({ length: plan.connections }, sendOverAndOver))
const seconds = (performance.now() - started) / 1000
const result: LoadResult = {
  responses: times.length,
  rate: times.length / seconds,
  p50: percentile(times, 50),
  p99: percentile(times, 99),
  errors,
}
console.log(JSON.stringify(result))
agent.destroy()
