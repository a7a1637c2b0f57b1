import { chmod, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { cofferPath, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { startServer } from '../../harness/startServer.ts'
import { storedFiles, uploadsUnderWay } from '../../harness/storedFiles.ts'

const recordsPath = '/api/collections/scratch/records'

/** Maximum size of a file in blocks of 512 bytes, beyond which writes fail. */
const maxFileBlocks = 8192

function form(n: number, size: number): FormData {
  const data = new FormData()
  data.set('n', `${n}`)
  data.set('ed', 'x'.repeat(size))
  data.set('f1', new File([`the file of ${n}`], 'full.txt'))
  return data
}

interface Row {
  id: string
  n: number
  f1: string
}

test('on a full disk, writes without room are rejected together with their files, and committed ones stay', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const program = join(dirname(dataDir), 'coffer-with-little-room')
  await writeFile(program, `#!/bin/sh\ntrap '' XFSZ\nulimit -f ${maxFileBlocks}\nexec '${cofferPath}' "$@"\n`)
  await chmod(program, 0o755)
  const before = storedFiles(dataDir)
  const coffer = await startCoffer(dataDir, [], { program })
  onTestFinished(() => coffer.signal('SIGKILL'))

  const responses: ApiResponse[] = []
  for (let round = 0; round < 5; round += 1) {
    const together = Array.from({ length: 12 }, (_, index) => form(round * 100 + index, index % 4 === 0 ? 600_000 : 10))
    responses.push(...(await Promise.all(together.map(body => askApi(coffer.port, 'POST', recordsPath, { body })))))
  }
  const made = responses.filter(({ status }) => status === 200).map(({ json }) => json as unknown as Row)
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.length, 'refused').toBeGreaterThan(5)
  for (const { json } of refused) expect(json).toEqual({ code: 503, message: expect.stringContaining('The disk'), data: {} })

  const kept = made.map(({ id, n, f1 }) => [id, n, f1]).sort()
  const rows = () => queryDatabase(dataDir, 'data', "SELECT id, n, f1 FROM scratch WHERE f1 LIKE 'full!_%' ESCAPE '!'").sort()
  const named = made.map(({ id, f1 }) => `storage/mgscratch000001/${id}/${f1}`)
  expect(rows()).toEqual(kept)
  expect(storedFiles(dataDir)).toEqual([...before, ...named].sort())
  await expect.poll(() => uploadsUnderWay(dataDir)).toEqual([])
  expect((await askApi(coffer.port, 'GET', `${recordsPath}?perPage=1`)).status, 'a read').toBe(200)
  expect(await coffer.end('SIGTERM')).toMatchObject({ status: 0 })

  const again = await startServer({ dataDir })
  onTestFinished(again.stop)
  expect(queryDatabase(dataDir, 'data', 'PRAGMA integrity_check')).toEqual([['ok']])
  expect(rows()).toEqual(kept)
  expect((await askApi(again.port, 'POST', recordsPath, { body: form(1000, 600_000) })).status, 'with room again').toBe(200)
})
