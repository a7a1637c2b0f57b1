import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { signToken } from '../../harness/signToken.ts'

/** Changes that are confirmed before each kill, and the upper bound of the milliseconds until it follows. */
const minChanges = 5
const maxPauseMs = 300
const clients = 4

interface Kills {
  dataDir: string
  count: number
  /** Milliseconds in which the changes before a kill have to be confirmed. */
  timeoutMs: number
  /** Kills something else, if it returns true for the number of a kill. */
  killsOther?: (kill: number) => boolean
}

/**
 * Serves a data directory, and kills the server again and again while clients create records of `scratch`.
 * @returns the texts `t` of the records whose creation was confirmed, and how to reach the server that runs at last
 */
export async function killUnderLoad({ dataDir, count, timeoutMs, killsOther = () => false }: Kills) {
  let coffer = await startCoffer(dataDir)
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  const token = signToken(dataDir, 'auth', 'admin')
  const confirmed: string[] = []
  let isOver = false
  const create = async (client: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const t = `${client}-${turn}`
      const asked = askApi(coffer.port, 'POST', '/api/collections/scratch/records', { token, body: { t } })
      const response = await asked.catch(() => undefined)
      if (response?.status === 200) confirmed.push(t)
      else await wait(20)
    }
  }
  const load = Promise.all(Array.from({ length: clients }, (_, client) => create(client)))
  for (let kill = 0; kill < count; kill += 1) {
    const before = confirmed.length
    const reached = () => expect(confirmed.length).toBeGreaterThan(before + minChanges)
    await vi.waitFor(reached, { timeout: timeoutMs, interval: 10 })
    await wait(Math.random() * maxPauseMs)
    if (killsOther(kill)) continue
    await coffer.end('SIGKILL')
    coffer = await startCoffer(dataDir)
  }
  isOver = true
  await load
  return { confirmed, port: coffer.port, token }
}
