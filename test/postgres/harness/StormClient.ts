import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'

export const storms = 'storms'
const records = `/api/collections/${storms}/records`

/** The value of a record's field `count`; undefined if the record does not exist. */
export type RecordState = number | undefined

/** What is known about a record that only one client changes: all states that it may have. */
export type PossibleStates = readonly [RecordState, ...RecordState[]]

/** What an answer says about a change: it was made, it was not made, or it may have been made. */
type Outcome = 'made' | 'notMade' | 'unknown'

const maxPauseMs = 15
const retryMs = 60

/** What a client knows whose connection has ended. */
const withoutResponse = (): ApiResponse => ({ status: 0, headers: new Headers(), text: '', json: {} })

/** Whether a server was lost: its connection ended, or a proxy answers in its place. */
const isLost = ({ status, text }: ApiResponse): boolean => status === 0 || (status >= 502 && text.startsWith('<html>'))

function outcomeOf(response: ApiResponse): Outcome | undefined {
  const { status, headers, text } = response
  if (isLost(response)) return 'unknown'
  if (status === 200 || status === 204) return 'made'
  if (status !== 503) return undefined
  if (text.includes('The change was saved')) return 'made'
  if (text.includes('may or may not have been made')) return 'unknown'
  return headers.has('Retry-After') ? 'notMade' : undefined
}

/** A client that changes and reads its own records without pause, and notes all answers that are wrong. */
export class StormClient {
  readonly states = new Map<string, PossibleStates>()
  /** Answers that no state of the database explains. */
  readonly wrong: string[] = []
  /** Numbers of answers by what they say. */
  readonly answers = { made: 0, notMade: 0, unknown: 0, read: 0, unavailable: 0 }
  readonly #port: number
  readonly #name: string
  readonly #parent: string
  #created = 0
  #isStopping = false

  /** @param parent id of a record that each record refers to */
  constructor(port: number, name: string, parent: string) {
    this.#port = port
    this.#name = name
    this.#parent = parent
  }

  stop(): void {
    this.#isStopping = true
  }

  async run(): Promise<void> {
    for (let step = 0; !this.#isStopping; step += 1) {
      const id = this.#pick()
      const choice = Math.random()
      if (id === undefined || choice < 0.35) await this.#create(step)
      else if (choice < 0.6) await this.#update(id, step)
      else if (choice < 0.7) await this.#remove(id)
      else await this.#read(id)
      await wait(Math.random() * maxPauseMs)
    }
  }

  /** Picks a record, mostly one of the newest. */
  #pick(): string | undefined {
    const ids = [...this.states.keys()].slice(-20)
    return ids[Math.floor(Math.random() * ids.length)]
  }

  #create(count: number): Promise<void> {
    this.#created += 1
    const id = `${this.#name}${`${this.#created}`.padStart(15 - this.#name.length, '0')}`
    this.states.set(id, [undefined])
    return this.#change('POST', `${records}?expand=parent`, id, count, { id, slug: id, count, parent: this.#parent })
  }

  async #update(id: string, count: number): Promise<void> {
    if (!this.#exists(id)) return
    await this.#change('PATCH', `${records}/${id}?expand=parent`, id, count, { count })
  }

  async #remove(id: string): Promise<void> {
    if (this.#exists(id)) await this.#change('DELETE', `${records}/${id}`, id, undefined)
  }

  /** Whether the record exists without doubt. */
  #exists(id: string): boolean {
    return !(this.states.get(id) ?? [undefined]).includes(undefined)
  }

  async #change(method: string, path: string, id: string, state: RecordState, body?: object): Promise<void> {
    const response = await askApi(this.#port, method, path, body ? { body } : {}).catch(withoutResponse)
    const outcome = outcomeOf(response)
    const before = this.states.get(id) ?? [undefined]
    if (outcome === undefined) this.wrong.push(`${method} ${id}: ${response.status} ${response.text}`)
    else this.answers[outcome] += 1
    if (outcome === 'made') this.states.set(id, [state])
    else if (outcome !== 'notMade') this.states.set(id, [...before, state])
    if (outcome !== 'made') await wait(retryMs)
  }

  async #read(id: string): Promise<void> {
    const response = await askApi(this.#port, 'GET', `${records}/${id}`).catch(withoutResponse)
    const { status, json, text, headers } = response
    const possible = this.states.get(id) ?? [undefined]
    if (isLost(response) || (status === 503 && headers.has('Retry-After'))) {
      this.answers.unavailable += 1
      await wait(retryMs)
    } else if (status === 200 || status === 404) {
      this.answers.read += 1
      const state = status === 200 ? Number(json.count) : undefined
      if (!possible.includes(state)) this.wrong.push(`GET ${id}: ${state}, not ${possible.join(' or ')}`)
    } else this.wrong.push(`GET ${id}: ${status} ${text}`)
  }
}

/** Reads the records of the storm from the database. */
export async function readStored(address: string): Promise<Map<string, RecordState>> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ id: string; count: number }>(`SELECT id, count FROM ${storms}`)
  await client.end()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns a sentence for each record that is stored otherwise than the answers to its changes said. */
export function differences(states: ReadonlyMap<string, PossibleStates>, stored: ReadonlyMap<string, RecordState>): string[] {
  const differing = [...states].filter(([id, possible]) => !possible.includes(stored.get(id)))
  return differing.map(([id, possible]) => `${id}: ${stored.get(id)}, not ${possible.join(' or ')}`)
}
