import { once } from 'node:events'
import { type AddressInfo, type connect, createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { DatabaseError, type DatabaseErrorKind } from '../DatabaseError.ts'
import { classifyError } from './classifyError.ts'
import { connectionOptions, createClient } from './connectionOptions.ts'

/** Returns the error of the driver for an error that PostgreSQL reports. */
function reported(code: string, message = 'as PostgreSQL words it'): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

const withCode = (code: string): Error => Object.assign(new Error('as Node words it'), { code })

const kindOf = (error: Error): DatabaseErrorKind | undefined => {
  const classified = classifyError(error)
  return classified instanceof DatabaseError ? classified.kind : undefined
}

/** Opens a server that accepts connections, and calls a function with each. Returns its port. */
async function openTcp(accept: (socket: ReturnType<typeof connect>) => void): Promise<number> {
  const server = createServer(accept).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const unreachable = (message: string) => expect.objectContaining({ kind: 'unreachable', message })

describe('an error that PostgreSQL reports', () => {
  test.each([
    // The connection was lost, or never made.
    ['08000', 'unreachable'],
    ['08001', 'unreachable'],
    ['08003', 'unreachable'],
    ['08006', 'unreachable'],
    ['08P01', 'unreachable'],
    ['25P03', 'unreachable'],
    ['25P04', 'unreachable'],
    ['28000', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P02', 'unreachable'],
    ['57P03', 'unreachable'],
    ['57P04', 'unreachable'],
    ['57P05', 'unreachable'],
    // The server has no room, or another transaction was first.
    ['53000', 'busy'],
    ['53200', 'busy'],
    ['53300', 'busy'],
    ['55P03', 'busy'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['57014', 'deadline'],
    // The disk.
    ['25006', 'readOnly'],
    ['53100', 'full'],
    ['58030', 'failing'],
    ['XX001', 'damaged'],
    ['XX002', 'damaged'],
    // The statement or its values.
    ['22003', 'invalidValue'],
    ['22021', 'invalidValue'],
    ['22P05', 'invalidValue'],
    ['54000', 'invalidValue'],
    ['23502', 'constraint'],
    ['23505', 'unique'],
    ['42703', 'unknownName'],
    ['42P01', 'unknownName'],
    ['0A000', 'other'],
    ['25P02', 'other'],
    ['26000', 'other'],
    ['42601', 'other'],
    ['55000', 'other'],
    ['XX000', 'other'],
  ] as const)('with the code %s is classified as %s', (code, kind) => {
    expect(kindOf(reported(code))).toBe(kind)
  })

  test.each([
    ['0A000', 'cannot use serializable mode in a hot standby'],
    ['0A000', 'cannot access temporary or unlogged relations during recovery'],
    ['55000', 'recovery is in progress'],
    ['XX000', 'cannot assign TransactionIds during recovery'],
  ])('with the code %s means that the server is unreachable if it says "%s"', (code, message) => {
    expect(kindOf(reported(code, message))).toBe('unreachable')
  })

  test('is not taken for a lost connection because of a value in its message', () => {
    const message = 'invalid input syntax for type json: "Connection terminated during recovery"'
    expect(kindOf(reported('22P02', message))).toBe('other')
  })
})

describe('an error of the driver or of Node for a lost connection means that the server is unreachable', () => {
  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Cannot use a pool after calling end on the pool',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'Received unexpected commandComplete message from backend.',
  ])('with the message "%s"', message => {
    expect(kindOf(new Error(message))).toBe('unreachable')
  })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ESTANDBY',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'ERR_STREAM_DESTROYED',
    'ERR_STREAM_WRITE_AFTER_END',
    'ERR_SOCKET_CLOSED',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('with the code %s', code => {
    expect(kindOf(withCode(code))).toBe('unreachable')
  })

  test('but an error of other code is not', () => {
    expect(kindOf(withCode('ERR_INVALID_ARG_TYPE'))).toBe('other')
    expect(kindOf(new TypeError('Cannot read properties of undefined'))).toBe('other')
  })
})

describe('the errors of real connections', () => {
  test('that were never made or have ended mean that the database is unreachable', async () => {
    const port = await openTcp(() => undefined)
    const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
    client.on('error', () => undefined)
    const unconnected = await client.connect().catch(classifyError)
    await client.end().catch(() => undefined)
    const ended = await client.query('SELECT 1').catch(classifyError)
    expect([unconnected, ended]).toEqual([unreachable('timeout expired'), expect.objectContaining({ kind: 'unreachable' })])
  })

  test('that exceed the time limit of the driver or are cut mean that the database is unreachable', async () => {
    const postgres = await openPostgres()
    onTestFinished(postgres.close)
    const open = async (options: object) => {
      const client = createClient({ ...connectionOptions(postgres.address), ...options })
      client.on('error', () => undefined)
      await client.connect()
      return client
    }
    const [slow, cut] = [await open({ query_timeout: 50 }), await open({})]
    const results = [slow.query('SELECT pg_sleep(60)'), cut.query('SELECT pg_sleep(60)'), cut.query('SELECT 1')].map(result =>
      result.catch(classifyError),
    )
    cut.connection.stream.destroy()
    const terminated = unreachable('Connection terminated unexpectedly')
    expect(await Promise.all(results)).toEqual([unreachable('Query read timeout'), terminated, terminated])
  })
})
