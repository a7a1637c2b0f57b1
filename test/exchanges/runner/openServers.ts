import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isLongRun } from '../../harness/isLongRun.ts'
import { databaseOf } from '../../harness/postgres/testDatabases.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import type { Reply } from './Exchange.ts'
import type { Topic } from './readTopics.ts'

/** Whether each scenario is played on two nodes, which take turns with its requests. */
export const isPlayedOnNodes = process.env.COFFER_TEST_NODES === '2'

/** Of the scenarios with servers of their own, one in this number is played on nodes: starting two nodes takes time. */
export const playedEvery = isPlayedOnNodes && !isLongRun ? 3 : 1

/** Attempts of a request that a node has not handled because it was behind, as a load balancer makes them. */
const maxAttempts = 8

/** The servers of a scenario. */
export interface Servers {
  ports: readonly [number, ...number[]]
  /** Returns the port of the next request. */
  next: () => number
  stop: () => Promise<void>
}

/** Returns a function that returns the port of the next request. The second server begins. */
export function takeTurns(ports: readonly number[]): () => number {
  let turn = 0
  return () => {
    turn += 1
    return ports[turn % ports.length] ?? 0
  }
}

function serversOf(servers: readonly RunningServer[]): Servers {
  const [first = 0, ...others] = servers.map(({ port }) => port)
  const ports: Servers['ports'] = [first, ...others]
  return {
    ports,
    next: takeTurns(ports),
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))),
  }
}

/** Creates the data directory of a second node, whose files are in the folders of the first one. */
function createSecondDir(dataDir: string): string {
  const second = join(dirname(dataDir), 'second', 'pb_data')
  mkdirSync(second, { recursive: true })
  for (const folder of ['storage', 'backups']) {
    mkdirSync(join(dataDir, folder), { recursive: true })
    symlinkSync(join(dataDir, folder), join(second, folder))
  }
  return second
}

/** Starts the server of a topic on a data directory, or two nodes on its database. Opens them on ports that they had before. */
export async function openServers(topic: Topic, dataDir: string, ports?: Servers['ports']): Promise<Servers> {
  // The database of a topic is a kind; the server finds its address by the data directory.
  const database = databaseOf(dataDir)
  const start = (dir: string, index: number, node?: string) =>
    startServer({ ...topic, dataDir: dir, database, port: ports?.[index] ?? 0, ...(node !== undefined && { node }) })
  if (!isPlayedOnNodes || database === undefined) return serversOf([await start(dataDir, 0)])
  const second = ports ? join(dirname(dataDir), 'second', 'pb_data') : createSecondDir(dataDir)
  return serversOf([await start(dataDir, 0, 'one'), await start(second, 1, 'two')])
}

/** Sends a request to the next node. Sends it to the other one if the node says that it is behind and has done nothing. */
export async function sendToEither(next: () => number, send: (port: number) => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send(next())
    if (!isPlayedOnNodes || attempt === maxAttempts || !reply.body.includes('This node is not up to date')) return reply
    await wait(100)
  }
}
