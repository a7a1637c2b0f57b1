import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { classifyError } from './classifyError.ts'

test('errors of a client whose connection was never made or has ended mean that the database is unreachable', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
  client.on('error', () => undefined)
  const unconnected = await client.connect().catch(classifyError)
  await client.end().catch(() => undefined)
  const ended = await client.query('SELECT 1').catch(classifyError)
  expect([unconnected, ended]).toEqual([
    expect.objectContaining({ kind: 'unreachable', message: 'timeout expired' }),
    expect.objectContaining({ kind: 'unreachable' }),
  ])
})
