import { setTimeout as wait } from 'node:timers/promises'
import { askApi } from '../../harness/askApi.ts'

const records = '/api/collections/stock/records'
const retryMs = 50
/** Fills about two pages of the database. */
const text = 'x'.repeat(6000)

/** The count of a record; undefined if it does not exist. */
type RecordState = number | undefined

interface Change {
  state: RecordState
  /** Time of the response; infinite if none arrived, so that the change may or may not have been made. */
  acknowledged: number
}

/** Clients that create, update and delete records of their own without pause, and remember when each change was acknowledged. */
export class Writers {
  /** The port of the server; it changes when the server is restarted. */
  port: number
  acknowledged = 0
  readonly #changes = new Map<string, Change[]>()
  readonly #running: Promise<void>[]
  #isStopping = false

  constructor(port: number, count: number) {
    this.port = port
    this.#running = Array.from({ length: count }, (_, number) => this.#run(number))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
  }

  /** Returns the records whose stored state lacks a change that was acknowledged before a time. */
  findLost(stored: ReadonlyMap<string, number>, time: number): string[] {
    return [...this.#changes].flatMap(([id, changes]) => {
      const last = changes.findLastIndex(({ acknowledged }) => acknowledged <= time)
      const possible = [...changes.slice(Math.max(last, 0)).map(({ state }) => state), ...(last < 0 ? [undefined] : [])]
      return possible.includes(stored.get(id)) ? [] : [`${id}: ${stored.get(id)}, not ${possible.join(' or ')}`]
    })
  }

  async #run(client: number): Promise<void> {
    const ids: string[] = []
    for (let step = 1; !this.#isStopping; step += 1) {
      const id = `client${client}`.padEnd(15 - `${step}`.length, 'n') + step
      if (await this.#change('POST', records, id, step, { id, count: step, text })) ids.push(id)
      const [updated, deleted] = [ids.at(-2), step % 3 === 0 ? ids.shift() : undefined]
      if (updated) await this.#change('PATCH', `${records}/${updated}`, updated, -step, { count: -step })
      if (deleted && deleted !== updated) await this.#change('DELETE', `${records}/${deleted}`, deleted, undefined)
    }
  }

  async #change(method: string, path: string, id: string, state: RecordState, body?: object): Promise<boolean> {
    const response = await askApi(this.port, method, path, body ? { body } : {}).catch(() => undefined)
    const isMade = response?.status === 200 || response?.status === 204
    const acknowledged = isMade ? Date.now() : Number.POSITIVE_INFINITY
    this.#changes.set(id, [...(this.#changes.get(id) ?? []), { state, acknowledged }])
    if (isMade) this.acknowledged += 1
    else await wait(retryMs)
    return isMade
  }
}
