import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import { PostgresEngine } from './PostgresEngine.ts'

/** Opens an engine that runs one transaction at a time. */
function openEngine(address: string): PostgresEngine {
  const connections = { readConnections: 1, writeConnections: 1 }
  const engine = new PostgresEngine({
    connection: connectionOptions(address),
    ...connections,
    readTimeoutMs: 10_000,
    schemaVersion: () => 0,
  })
  onTestFinished(() => engine.close())
  return engine
}

const insertion = sql`INSERT INTO things (name) VALUES (${'a'})`

test('a transaction that PostgreSQL does not begin fails with the reason, and its connection begins the next one', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const address = await postgres.createDatabase()
  const execute = (text: string) => postgres.execute(address, text)
  await execute('CREATE ROLE app LOGIN; CREATE TABLE things (name text); GRANT ALL ON things TO app')
  const engine = openEngine(address.replace('owner@', 'app@'))
  await execute('REVOKE EXECUTE ON FUNCTION pg_current_wal_insert_lsn FROM PUBLIC')
  const reason = expect.objectContaining({ message: 'permission denied for function pg_current_wal_insert_lsn' })
  const runs = [
    engine.transaction(transaction => transaction.run(insertion)),
    engine.transaction(async transaction => void transaction.send(insertion, error => error)),
    engine.transaction(async () => 'no statement'),
  ]
  for (const run of runs) await expect(run).rejects.toEqual(reason)
  await execute('GRANT EXECUTE ON FUNCTION pg_current_wal_insert_lsn TO PUBLIC')
  await engine.transaction(transaction => transaction.run(insertion))
  expect(await engine.rows(sql`SELECT name FROM things`)).toEqual([['a']])
})

test('a standby counts as unreachable for transactions, and accepts them once it is promoted', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const address = new URL(await postgres.createDatabase())
  await postgres.execute(address.href, 'CREATE TABLE things (name text)')
  const standby = await postgres.openStandby()
  onTestFinished(standby.close)
  address.host = new URL(standby.address).host
  const engine = openEngine(address.href)
  const insert = () => engine.transaction(transaction => transaction.run(insertion))
  await expect(insert()).rejects.toMatchObject({ kind: 'unreachable' })
  await postgres.kill()
  await standby.promote()
  await insert()
  expect(await engine.rows(sql`SELECT name FROM things`)).toEqual([['a']])
})
