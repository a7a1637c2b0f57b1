import { afterAll, beforeAll, expect, test } from 'vitest'
import { besideOfficeStreams, importRecords, uploadFiles } from '../harness/attacks/heavyUse.ts'
import { AttackedServer, records } from '../harness/realtimeAttack.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start()
}, 240_000)
afterAll(() => server.stop(), 240_000)

test('an import of 10,000 records from one address, fifty at a time, reaches no limit', async () => {
  const countRecords = async () => Number((await server.askAsAdmin('GET', `${records}?perPage=1`)).totalItems)
  const before = await countRecords()
  const statuses = await importRecords(server.port, 10_000)
  expect(statuses.filter(status => status !== 200)).toEqual([])
  expect((await countRecords()) - before).toBe(10_000)
  expect(await server.rejections()).toEqual([])
}, 240_000)

test('forty uploads of 4 MB at once from one address reach no limit', async () => {
  const statuses = await uploadFiles(server.port)
  expect(statuses.filter(status => status !== 200)).toEqual([])
  expect(await server.rejections()).toEqual([])
}, 240_000)

test('two thousand event streams behind one address of an office all open', async () => {
  const opened = await besideOfficeStreams(server.port, 2_000, async () => {
    expect(await server.usageOf('streams')).toMatchObject({ used: 2_000, largest: 2_000 })
  })
  expect(opened).toBe(2_000)
  expect(await server.rejections()).toEqual([])
}, 240_000)
