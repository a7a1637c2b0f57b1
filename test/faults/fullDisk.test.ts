import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { storedFiles } from '../harness/storedFiles.ts'
import { faultyCoffer } from './harness/faultyCoffer.ts'
import { smallDisk } from './harness/smallDisk.ts'

const records = '/api/collections/scratch/records'

async function start(dataDir: string) {
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
  })
  return coffer
}

const create = (port: number, size = 100) => askApi(port, 'POST', records, { body: { t: 'x'.repeat(size) } })

function upload(port: number, size = 100) {
  const body = new FormData()
  body.set('f1', new File(['x'.repeat(size)], 'file.txt'))
  return askApi(port, 'POST', records, { body })
}

const full = { status: 507, json: { code: 507, message: expect.stringContaining('disk of the server is full'), data: {} } }
const failing = { status: 503, json: { code: 503, message: expect.stringContaining('disk of the server fails'), data: {} } }

describe('on a small disk', () => {
  test('a write-ahead log that filled the disk is truncated once no long read needs it any more', async context => {
    const { dataDir } = await smallDisk(context, 20)
    const { port } = await start(dataDir)
    const { id } = (await create(port)).json
    const change = async () =>
      (await askApi(port, 'PATCH', `${records}/${id}`, { body: { t: `${Math.random()}`.repeat(20_000) } })).status
    using reader = new DatabaseSync(join(dataDir, 'data.db'), { readOnly: true })
    reader.exec('BEGIN; SELECT count(*) FROM scratch')
    let status = 200
    for (let turn = 0; turn < 100 && status === 200; turn += 1) status = await change()
    expect(status).toBe(507)
    reader.exec('COMMIT')
    expect(await change()).toBe(200)
    expect(statSync(join(dataDir, 'data.db-wal')).size).toBeLessThan(2_000_000)
  })

  test('without room, changes and uploads get a 507, reads continue, and changes resume once there is room', async context => {
    const disk = await smallDisk(context, 40)
    const { port } = await start(disk.dataDir)
    expect((await create(port)).status).toBe(200)
    const before = storedFiles(disk.dataDir)
    disk.fill()
    expect(await create(port, 900_000)).toMatchObject(full)
    expect(await upload(port, 900_000)).toMatchObject(full)
    expect((await askApi(port, 'GET', `${records}?perPage=1`)).status, 'a read').toBe(200)
    expect(storedFiles(disk.dataDir)).toEqual(before)
    disk.free()
    expect((await create(port, 900_000)).status).toBe(200)
    expect((await upload(port, 900_000)).status).toBe(200)
  })
})

const rejections = [
  { file: 'data.db-wal', error: 'ENOSPC', response: full },
  { file: 'data.db-wal', error: 'EIO', response: failing },
  { file: 'data.db-wal', error: 'EROFS', response: failing },
  // The attributes file of a stored file.
  { file: '.attrs', error: 'ENOSPC', response: full },
  // The first file of a form, during its upload.
  { file: '/0', error: 'ENOSPC', response: full },
  { file: '/0', error: 'EIO', response: failing },
] as const

test('a failed write is not blamed on the request, and changes resume without a restart', async context => {
  const faulty = await faultyCoffer(context)
  const { port } = await faulty.start()
  expect((await upload(port)).status).toBe(200)
  for (const { file, error, response } of rejections) {
    const before = storedFiles(faulty.dataDir)
    faulty.fail({ call: 'write', file, error })
    expect(await upload(port), `${error} for ${file}`).toMatchObject(response)
    expect(storedFiles(faulty.dataDir)).toEqual(before)
    faulty.fail()
    expect((await upload(port)).status, `after ${error} for ${file}`).toBe(200)
  }
})
