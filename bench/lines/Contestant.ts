import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { filesIn } from '../../packages/server/dataDirectory/move/DatabaseFiles.ts'
import { importFiles } from '../../packages/server/dataDirectory/move/importFiles.ts'
import { openPostgres } from '../../test/harness/openPostgres.ts'
import { teamRows } from '../fixture/authRows.ts'
import type { FixtureName } from '../fixture/buildFixture.ts'
import { copyFixture } from '../fixture/copyFixture.ts'
import { userPassword } from '../fixture/credentials.ts'
import { onPostgres } from '../harness/readOptions.ts'
import { ownCommand, type ServerProcess, startServerProcess } from '../harness/serverProcess.ts'
import type { Target } from './Line.ts'

const accounts = 8

/** A server that runs on its own copy of a fixture. */
export interface Contestant extends Target {
  name: string
  server: ServerProcess
  stop: () => Promise<void>
}

async function signIn(url: string, identity: string): Promise<string> {
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

function contestantOf(name: string, server: ServerProcess, release: () => void | Promise<void>): Contestant {
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
      await release()
    },
  }
}

/**
 * Starts a server on a copy of a fixture: this repository's, or the one of the command.
 * @param prepare changes the copy before the server starts
 */
export async function startContestant(
  name: string,
  fixture: FixtureName,
  command?: string,
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<Contestant> {
  const copy = await copyFixture(fixture)
  await prepare(copy.dataDir)
  const server = await startServerProcess(copy.dataDir, command === undefined ? {} : { command })
  return contestantOf(name, server, copy.remove)
}

/** PostgreSQL waits for the disk at each commit, as SQLite does. All other settings are the defaults. */
const postgresOptions = { parent: tmpdir(), settings: ['max_connections=100'] }

/** Starts this repository's server over a PostgreSQL database with the content of a fixture. */
export async function startOnPostgres(fixture: FixtureName): Promise<Contestant> {
  const copy = await copyFixture(fixture)
  const postgres = await openPostgres(postgresOptions)
  const address = await postgres.createDatabase()
  const files = filesIn(copy.dataDir)
  await importFiles({ from: files, to: address })
  for (const path of [files.data, files.logs]) rmSync(path, { force: true })
  const server = await startServerProcess(copy.dataDir, { command: `${ownCommand} --database ${address}` })
  const workTime = () => server.workTime() + postgres.work() * 1000
  return contestantOf(onPostgres, { ...server, workTime }, async () => {
    await postgres.close()
    copy.remove()
  })
}
