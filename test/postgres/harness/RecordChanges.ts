import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ApiResponse } from '../../harness/askApi.ts'
import type { TestNode } from '../../harness/openNodes.ts'

const records = 'collections/changes/records'
const retryMs = 100
/** Updates of each record. */
const updates = 3

/** The collection of the records, which admins change. */
export const changes = {
  name: 'changes',
  type: 'base',
  schema: [{ id: 'title002', name: 'title', type: 'text' }],
}

/** What the response to a change says about it. */
export type Outcome = 'made' | 'notMade' | 'unknown'

/** Returns what a response says about a change; undefined if there was none. @throws Error for a response that no fault explains */
export function outcomeOf(response: ApiResponse | undefined): Outcome {
  if (response?.status === 200 || response?.status === 204) return 'made'
  if (response && response.status !== 503) throw new Error(`${response.status} ${response.text}`)
  return response?.headers.has('Retry-After') ? 'notMade' : 'unknown'
}

/** A record that was created, by the responses to its changes. */
interface KnownRecord {
  id: string
  /** The titles that it may have. Several if the response to an update was lost. */
  titles: Set<string>
  deletion: Outcome
}

/** Creates, updates and deletes records one after another, on the same node. */
export class RecordChanges {
  readonly #node: TestNode
  readonly #known: KnownRecord[] = []
  #isStopped = false
  readonly #running: Promise<void>

  constructor(node: TestNode) {
    this.#node = node
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    for (let count = 1; !this.#isStopped; count += 1) await this.#live(`${this.#node.name} ${count}`, count % 2 === 0)
  }

  async #live(title: string, isDeleted: boolean): Promise<void> {
    const created = await this.#send('POST', records, { title })
    if (created.outcome !== 'made') return
    const known: KnownRecord = { id: created.id, titles: new Set([title]), deletion: 'notMade' }
    this.#known.push(known)
    for (let update = 1; update <= updates && !this.#isStopped; update += 1) {
      const next = `${title} ${update}`
      const { outcome } = await this.#send('PATCH', `${records}/${known.id}`, { title: next })
      if (outcome === 'made') known.titles = new Set([next])
      if (outcome === 'unknown') known.titles.add(next)
    }
    if (isDeleted) known.deletion = (await this.#send('DELETE', `${records}/${known.id}`)).outcome
  }

  async #send(method: string, path: string, body?: object): Promise<{ outcome: Outcome; id: string }> {
    const response = await this.#node.ask(method, path, body).catch(() => undefined)
    const outcome = outcomeOf(response)
    if (outcome !== 'made') await wait(retryMs)
    return { outcome, id: outcome === 'made' ? String(response?.json?.id) : '' }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Expects that each record is as the responses said. */
  async expectIntact(reader: TestNode): Promise<void> {
    const stored = await readAll(reader)
    const isRight = ({ id, titles, deletion }: KnownRecord) => {
      const title = stored.get(id)
      return title === undefined ? deletion !== 'notMade' : deletion !== 'made' && titles.has(title)
    }
    const wrong = this.#known.filter(known => !isRight(known)).map(known => ({ ...known, stored: stored.get(known.id) }))
    expect(wrong, `records that were changed through ${this.#node.name}`).toEqual([])
  }
}

/** Returns the titles of all records by id. */
async function readAll(node: TestNode): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const { json } = await node.ask('GET', `${records}?perPage=500&page=${page}&fields=id,title&sort=id`)
    for (const { id, title } of json.items as { id: string; title: string }[]) titles.set(id, title)
    if (page >= Number(json.totalPages)) return titles
  }
}
