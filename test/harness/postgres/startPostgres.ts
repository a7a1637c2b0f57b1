import type { TestProject } from 'vitest/node'
import { openPostgres, type PostgresServer } from '../openPostgres.ts'
import { addressVariable, isPostgresRun } from './testDatabases.ts'

let server: PostgresServer | undefined

/** Starts the PostgreSQL server of a run, if its tests need one. Vitest calls this before it starts its workers. */
export async function setup({ name }: TestProject): Promise<void> {
  const isNeeded = isPostgresRun() || name === 'postgres'
  if (!isNeeded || process.env[addressVariable] !== undefined) return
  server = await openPostgres()
  process.env[addressVariable] = server.address
}

export async function teardown(): Promise<void> {
  await server?.close()
  server = undefined
}
