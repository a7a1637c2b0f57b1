import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ApiResponse, askApi } from './askApi.ts'
import { type RunningCoffer, runCoffer, startCoffer } from './coffer.ts'
import { nodeStorage } from './nodeStorage.ts'
import type { PostgresServer } from './openPostgres.ts'
import { scratchDir } from './scratchDir.ts'

/** The environment of nodes. */
export const nodeEnvironment = { ...process.env, ...nodeStorage }

/** The admin of the database. */
export const nodeAdmin = { identity: 'admin@example.com', password: 'a secret password' }

/** Attempts to sign in the admin while a node says that it is cut off from the others. */
const maxAttempts = 10

export interface TestNode extends RunningCoffer {
  name: string
  /** Sends a request as the admin, or with another token; '' for a guest. */
  ask: (method: string, path: string, body?: object, token?: string) => Promise<ApiResponse>
}

interface NodeOptions {
  /** The address by which the node reaches the database. */
  database?: string
  /** The program to run; `bin/coffer` by default. */
  program?: string
  /** Further variables of the environment. */
  env?: NodeJS.ProcessEnv
}

export interface TestNodes {
  address: string
  /** Starts one more node. */
  start: (name: string, args?: string[], options?: NodeOptions) => Promise<TestNode>
  /** Returns the arguments of a command for the data directory of a node. */
  options: (name: string) => string[]
}

/**
 * Creates a database with an admin, on which nodes can be started.
 * @param whenDone registers a function that ends the nodes or removes their files, by default for the end of the running test. Never
 * `afterAll`, which does nothing inside of `beforeAll`
 */
export async function openNodes(
  postgres: PostgresServer,
  whenDone: (end: () => Promise<void>) => void = onTestFinished,
): Promise<TestNodes> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-nodes-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  const address = await postgres.createDatabase()
  const options = (name: string) => ['--dir', join(folder, name, 'pb_data'), '--database', address]
  const created = await runCoffer(['admin', 'create', nodeAdmin.identity, nodeAdmin.password, ...options('command')])
  if (created.status !== 0) throw new Error(created.stderr)
  let token: Promise<string> | undefined
  const signIn = async (port: number) => {
    const attempt = () => askApi(port, 'POST', '/api/admins/auth-with-password', { body: nodeAdmin })
    let { status, json, text } = await attempt()
    // On a busy machine, the lease of a node can lapse while it answers.
    for (let retry = 1; retry < maxAttempts && status === 503; retry += 1) ({ status, json, text } = await attempt())
    if (status !== 200) throw new Error(`The admin could not sign in: ${status} ${text}`)
    return String(json.token)
  }
  const start: TestNodes['start'] = async (name, args = [], { database = address, env, ...options } = {}) => {
    const dir = join(folder, name, 'pb_data')
    const words = ['--database', database, '--node', name, ...args]
    const running = await startCoffer(dir, words, { ...options, env: { ...nodeEnvironment, ...env } })
    whenDone(async () => void (await running.end('SIGKILL')))
    token ??= signIn(running.port)
    const asAdmin = await token
    const ask: TestNode['ask'] = (method, path, body, given = asAdmin) =>
      askApi(running.port, method, `/api/${path}`, { ...(body && { body }), ...(given !== '' && { token: given }) })
    return { ...running, name, ask }
  }
  return { address, start, options }
}
