import { setTimeout as wait } from 'node:timers/promises'
import { moment } from './moment.ts'

/** Makes records at a steady rate, whatever the answers take; each carries the moment at which it was sent. Gives how many were made. */
export const createSteadily = async (url: string, perSecond: number, seconds: number): Promise<number> => {
  const started = performance.now()
  const pending: Promise<boolean>[] = []
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    await wait(Math.max(0, started + (turn * 1000) / perSecond - performance.now()))
    pending.push(create(url))
  }
  return (await Promise.all(pending)).filter(Boolean).length
}

const create = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/api/collections/scratch/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ t: 'A note of about the length that notes have.', n: moment() }),
  })
  await response.arrayBuffer()
  return response.ok
}
