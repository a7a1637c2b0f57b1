import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { runCoffer } from '../../harness/coffer.ts'
import { subscribe } from '../../harness/eventStreams.ts'
import { nodeEnvironment, type TestNode } from '../../harness/openNodes.ts'
import { titlesOf } from './nodeCollections.ts'
import { changes, type Outcome, outcomeOf, RecordChanges } from './RecordChanges.ts'

/** The fields of the collections of the load. */
export const loadFields = [{ id: 'title001', name: 'title', type: 'text' }]
const items = { name: 'items', type: 'base', createRule: '', listRule: '', schema: loadFields }
const secrets = { name: 'secrets', type: 'base', listRule: null, schema: loadFields }
const records = 'collections/items/records'
const retryMs = 100

/** Titles of records by what the responses to their creation said. */
export interface Outcomes {
  made: string[]
  notMade: string[]
  unknown: string[]
}

/** Creates a record, and returns what the response says about it. */
async function create(node: TestNode, text: string): Promise<Outcome> {
  return outcomeOf(await node.ask('POST', records, { title: text }, '').catch(() => undefined))
}

/** Creates records one after another, on the same node, until the returned function is called. */
export function writeItems(node: TestNode, writer: string, outcomes: Outcomes): () => Promise<void> {
  let isStopped = false
  const writing = (async () => {
    for (let count = 1; !isStopped; count += 1) {
      const text = `${node.name} ${writer} ${count}.`
      const outcome = await create(node, text)
      outcomes[outcome].push(text)
      if (outcome !== 'made') await wait(retryMs)
    }
  })()
  return async () => {
    isStopped = true
    await writing
  }
}

/** A client of a node that shows all records: it follows their events, and loads them whenever it has to connect again. */
class Follower {
  readonly node: TestNode
  readonly shown = new Set<string>()
  /** Titles that arrived twice on the same stream. */
  readonly repeated: string[] = []
  connections = 0
  #isStopped = false
  #end: () => void = () => undefined
  readonly #running: Promise<void>

  constructor(node: TestNode) {
    this.node = node
    this.#running = this.#follow()
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      await this.#connect().catch(() => undefined)
      await wait(retryMs)
    }
  }

  async #connect(): Promise<void> {
    const { clientId, take, ended, close } = await openListener(this.node.port)
    this.#end = close
    try {
      if (this.#isStopped || (await subscribe(this.node.port, clientId, ['items'])) !== 204) return
      for (const text of await titlesOf(this.node)) this.shown.add(text)
      this.connections += 1
      let hasEnded = false
      void ended.then(() => {
        hasEnded = true
      })
      const onStream = new Set<string>()
      do {
        await wait(20)
        for (const { json } of take()) {
          const { title: text } = (json as { record: { title: string } }).record
          if (onStream.has(text)) this.repeated.push(text)
          onStream.add(text)
          this.shown.add(text)
        }
      } while (!hasEnded)
    } finally {
      close()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#end()
    await this.#running
  }
}

/** Closes and opens a rule on one node after the other, and reads as a guest on all nodes after each change. */
export class RuleWatch {
  /** Reads of guests that succeeded while the rule was closed. */
  readonly leaks: string[] = []
  /** Numbers of reads that were rejected by the rule. */
  rejected = 0
  #isStopped = false
  /** Resolves when the rule is open the next time. */
  #opened = Promise.withResolvers<void>()
  readonly #running: Promise<void>

  /** @param admins the nodes that change the rule */
  constructor(nodes: readonly TestNode[], admins = nodes) {
    this.#running = this.#watch(nodes, admins)
  }

  async #watch(nodes: readonly TestNode[], admins: readonly TestNode[]): Promise<void> {
    const setRule = async (node: TestNode, listRule: string | null) =>
      (await node.ask('PATCH', 'collections/secrets', { listRule }).catch(() => undefined))?.status === 200
    for (let round = 0; !this.#isStopped; round += 1) {
      const admin = admins[round % admins.length] as TestNode
      if (await setRule(admin, null)) await Promise.all(nodes.map(node => this.#read(node, round)))
      if (await setRule(admin, '')) {
        this.#opened.resolve()
        this.#opened = Promise.withResolvers()
      }
      await wait(retryMs)
    }
  }

  /** Resolves when the rule was just opened at all nodes. It is closed again a moment later. */
  untilOpen(): Promise<void> {
    return this.#opened.promise
  }

  async #read(node: TestNode, round: number): Promise<void> {
    const response = await node.ask('GET', 'collections/secrets/records', undefined, '').catch(() => undefined)
    if (response?.status === 403) this.rejected += 1
    if (response?.status === 200) this.leaks.push(`round ${round} on ${node.name}`)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}

/** Creates the collections of the load. */
export async function createLoadCollections(node: TestNode): Promise<void> {
  for (const collection of [items, secrets, changes])
    expect(await node.ask('POST', 'collections', collection)).toMatchObject({ status: 200 })
}

/** Clients that write to, read from and subscribe to all nodes while something fails. */
export class ClusterLoad {
  readonly outcomes: Outcomes = { made: [], notMade: [], unknown: [] }
  readonly #followers: Follower[]
  #rules: RuleWatch | undefined
  #writers: (() => Promise<void>)[] = []
  readonly #changes: RecordChanges[] = []
  #runs = 0

  /** Opens a client of each node, which goes on until `close`. */
  constructor(nodes: readonly TestNode[]) {
    this.#followers = nodes.map(node => new Follower(node))
  }

  /** Starts two writers at each node, one that also updates and deletes, and a watch of rules. */
  start(nodes: readonly TestNode[]): void {
    this.#runs += 1
    const run = this.#runs
    this.#writers = nodes.flatMap(node => [1, 2].map(number => writeItems(node, `${run} ${number}`, this.outcomes)))
    this.#changes.push(...nodes.map(node => new RecordChanges(node)))
    this.#rules = new RuleWatch(nodes)
  }

  /** Resolves when some more records were created on each of some nodes. */
  async progress(nodes: readonly TestNode[]): Promise<void> {
    const countOf = ({ name }: TestNode) => this.outcomes.made.filter(text => text.startsWith(`${name} `)).length
    const before = new Map(nodes.map(node => [node, countOf(node)]))
    const waiting = () => nodes.filter(node => countOf(node) < (before.get(node) ?? 0) + 5).map(({ name }) => name)
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  }

  /** Stops the writers and the watch of rules. */
  async stop(): Promise<void> {
    await Promise.all([...this.#writers.map(stop => stop()), ...this.#changes.map(each => each.stop()), this.#rules?.stop()])
  }

  /** Expects that nothing was lost, made twice, missed or leaked while the load ran. */
  async expectIntact(reader: TestNode): Promise<void> {
    const { made, notMade, unknown } = this.outcomes
    const titles = await titlesOf(reader)
    const stored = new Set(titles)
    expect(titles.length, 'records that were made twice').toBe(stored.size)
    expect(made.filter(text => !stored.has(text))).toEqual([])
    expect(notMade.filter(text => stored.has(text))).toEqual([])
    const known = new Set([...made, ...unknown])
    expect(titles.filter(text => !known.has(text))).toEqual([])
    for (const each of this.#changes) await each.expectIntact(reader)
    for (const { node, shown, repeated } of this.#followers) {
      const missed = () => titles.filter(text => !shown.has(text))
      await expect.poll(missed, { message: `events that a client of ${node.name} missed`, timeout: 20_000 }).toEqual([])
      expect([...shown].filter(text => !stored.has(text))).toEqual([])
      expect(repeated).toEqual([])
    }
    expect(this.#rules?.leaks).toEqual([])
    expect(this.#rules?.rejected).toBeGreaterThan(0)
  }

  /** Numbers of connections that the clients had to make so far. */
  get connections(): number[] {
    return this.#followers.map(({ connections }) => connections)
  }

  async close(): Promise<void> {
    await Promise.all(this.#followers.map(follower => follower.stop()))
  }
}

/** The options of all nodes in tests: a PostgreSQL server without syncs, and no storage of backups. */
const expectedProblems = ['postgresDurability', 'backupAge', 'backupLocation']

/** Expects that `coffer doctor` finds nothing. */
export async function expectHealthy(options: readonly string[]): Promise<void> {
  const { stdout, stderr } = await runCoffer(['doctor', ...options], { env: nodeEnvironment })
  const problems = Array.from(stdout.matchAll(/^problem: .*\((\w+)\)$/gm), ([, problem]) => problem)
  expect(problems.filter(problem => !expectedProblems.includes(problem ?? ''))).toEqual([])
  expect(stderr).toBe('')
}
