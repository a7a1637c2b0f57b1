import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import { checkDatabase } from './checkDatabase.ts'
import { connectionOptions } from './connectionOptions.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

const check = (address: string) => checkDatabase(connectionOptions(address))

describe('checkDatabase', () => {
  test('accepts an empty database and one of Coffer', async () => {
    const address = await server.createDatabase()
    await check(address)
    await server.execute(address, 'CREATE TABLE _collections (id text)')
    await check(address)
  })

  test('rejects the database of another application and names one of its tables', async () => {
    const address = await server.createDatabase()
    await server.execute(address, 'CREATE TABLE customers (id text)')
    await expect(check(address)).rejects.toThrow(/belongs to another application: it has the table "customers"\. Use an empty/)
  })

  test('rejects a role that may not create tables and says how to grant it', async () => {
    const address = await server.createDatabase()
    await server.execute(address, 'CREATE ROLE reader LOGIN')
    const asReader = address.replace(/\w+@/, 'reader@')
    await expect(check(asReader)).rejects.toThrow('GRANT CREATE ON SCHEMA public TO "reader"')
  })

  test('rejects a database that does not exist', async () => {
    const address = (await server.createDatabase()).replace(/\w+$/, 'missing')
    await expect(check(address)).rejects.toThrow(/database "missing" does not exist\. Create the database/)
  })

  test('rejects a server that does not run, without the password in the message', async () => {
    const rejected = check('postgres://coffer:secret@127.0.0.1:1/data')
    await expect(rejected).rejects.toThrow(/^Couldn't connect to PostgreSQL at 127\.0\.0\.1:1\/data: .*Check the address/)
    await expect(rejected).rejects.not.toThrow('secret')
  })

  test('accepts several hosts if one of them accepts writes, and otherwise says why none does', async () => {
    const primary = new URL(await server.createDatabase())
    const standby = await server.openStandby()
    const { host } = new URL(standby.address)
    try {
      await check(primary.href.replace(primary.host, `127.0.0.1:1,${host},${primary.host}`))
      const both = primary.href.replace(primary.host, `${host},${host}`)
      await expect(check(both)).rejects.toThrow(/is a standby, which does not accept writes. Promote it, or name the primary/)
      const refused = primary.href.replace(primary.host, `${host},127.0.0.1:1`)
      await expect(check(refused)).rejects.toThrow(
        /ECONNREFUSED 127\.0\.0\.1:1\. Check the address, and that PostgreSQL is running/,
      )
    } finally {
      await server.execute(server.address, 'ALTER SYSTEM RESET synchronous_standby_names')
      await server.execute(server.address, 'SELECT pg_reload_conf()')
      await standby.close()
    }
  })

  test('rejects a server without TLS if the address requires it', async () => {
    const address = await server.createDatabase()
    await expect(check(`${address}?sslmode=require`)).rejects.toThrow('does not support SSL')
  })
})

describe('connectionOptions', () => {
  test.each(['mysql://coffer@host/data', 'data.db', 'postgres://coffer@host:port/data'])('%s is rejected', address => {
    expect(() => connectionOptions(address)).toThrow(/^The database address/)
  })

  test('several hosts are accepted, but not if the address asks for a standby', () => {
    const address = 'postgres://coffer@first,second:6432/data?target_session_attrs='
    expect(connectionOptions(`${address}primary`)).toMatchObject({ host: 'first', database: 'data' })
    expect(() => connectionOptions(`${address}standby`)).toThrow(
      'target_session_attrs cannot be standby, because the server writes. Use primary, or leave it out.',
    )
  })

  test('an invalid address is rejected without its password in the message', () => {
    expect(() => connectionOptions('postgres://coffer:secret@[/data')).toThrow(/^(?!.*secret)/)
  })

  test.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', {}],
  ])('sslmode %s means the same as in libpq', (mode, ssl) => {
    expect(connectionOptions(`postgres://coffer@host/data?sslmode=${mode}`).ssl).toEqual(ssl)
  })

  test('a password may contain any characters if they are percent-encoded', () => {
    const { user, password, host, port, database } = connectionOptions('postgres://coffer:p%40ss%2F%25@host:6432/my%20data')
    expect([user, password, host, port, database]).toEqual(['coffer', 'p@ss/%', 'host', 6432, 'my data'])
  })
})
