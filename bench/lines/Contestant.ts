import { teamRows } from '../fixture/authRows.ts'
import type { FixtureName } from '../fixture/buildFixture.ts'
import { copyFixture } from '../fixture/copyFixture.ts'
import { userPassword } from '../fixture/credentials.ts'
import { type ServerProcess, startServerProcess } from '../harness/serverProcess.ts'
import type { Target } from './Line.ts'

const accounts = 8

/** A server that runs on its own copy of a fixture. */
export interface Contestant extends Target {
  name: string
  server: ServerProcess
  stop: () => Promise<void>
}

const signIn = async (url: string, identity: string): Promise<string> => {
  const response = await fetch(`${url}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity, password: userPassword.text }),
  })
  const { token } = (await response.json()) as { token?: unknown }
  if (typeof token !== 'string') throw new Error(`${identity} cannot sign in at ${url}: status ${response.status}.`)
  return token
}

/** Names of auth records with a team, so that they can list something. */
const members = (): string[] =>
  [...teamRows()].slice(0, accounts).map(({ values }) => {
    const [first = ''] = values.members as string[]
    return `user${Number(first.slice(1))}`
  })

/** Starts a server on a copy of a fixture: this repository's, or the one of the command. */
export const startContestant = async (name: string, fixture: FixtureName, command?: string): Promise<Contestant> => {
  const copy = await copyFixture(fixture)
  const server = await startServerProcess(copy.dataDir, command === undefined ? {} : { command })
  let tokens: Promise<string[]> | undefined
  return {
    name,
    server,
    url: server.url,
    tokens: () => {
      tokens ??= Promise.all(members().map(username => signIn(server.url, username)))
      return tokens
    },
    stop: async () => {
      await server.stop()
      copy.remove()
    },
  }
}
