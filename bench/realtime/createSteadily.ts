import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { moment } from './moment.ts'

/** Creates records at a fixed rate, each with the time it was sent; returns the number of records. */
export async function createSteadily(url: string, perSecond: number, seconds: number): Promise<number> {
  // `fetch` would use a significant part of the measured CPU time.
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  const pending: Promise<boolean>[] = []
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    await wait(Math.max(0, started + (turn * 1000) / perSecond - performance.now()))
    pending.push(create(url, agent))
  }
  const made = (await Promise.all(pending)).filter(Boolean).length
  agent.destroy()
  return made
}

const create = (url: string, agent: Agent): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ t: 'A note of about the length that notes have.', n: moment() })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
    request(`${url}/api/collections/scratch/records`, { method: 'POST', agent, headers }, response =>
      response.resume().on('end', () => resolve(response.statusCode === 200)),
    )
      .on('error', reject)
      .end(body)
  })
