import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { uploadsUnderWay } from '../../harness/storedFiles.ts'
import { Ledger } from './Ledger.ts'
import { recordsPath, runStorm } from './runStorm.ts'

/** Copies a sample to a disk, where a commit takes longer than in memory. */
async function copyToDisk(): Promise<string> {
  const { dataDir, remove } = await copySample('magazine')
  const folder = await mkdtemp(join(tmpdir(), 'coffer-storm-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  await cp(dataDir, join(folder, 'pb_data'), { recursive: true })
  await remove()
  return join(folder, 'pb_data')
}

type Rows = Parameters<Ledger['mismatches']>[0]

async function listAll(port: number): Promise<Rows> {
  const rows: Rows[number][] = []
  for (let page = 1; rows.length === (page - 1) * 500; page += 1) {
    const query = `perPage=500&page=${page}&sort=id&skipTotal=1&fields=id,n,t,f1`
    rows.push(...((await askApi(port, 'GET', `${recordsPath}?${query}`)).json.items as Rows))
  }
  return rows
}

const rounds = isLongRun ? 12 : 4

test('a server that is killed repeatedly keeps all acknowledged changes, which are on disk before the response', {
  timeout: 240_000,
}, async () => {
  const dataDir = await copyToDisk()
  const ledger = new Ledger(dataDir)
  let coffer: RunningCoffer | undefined
  onTestFinished(() => coffer?.signal('SIGKILL'))
  for (let round = 0; round <= rounds; round += 1) {
    coffer = await startCoffer(dataDir)
    expect(uploadsUnderWay(dataDir), 'uploads that were under way').toEqual([])
    if (round === 0) ledger.counter.id = String((await askApi(coffer.port, 'POST', recordsPath, { body: { n: 0 } })).json.id)
    const rows = await listAll(coffer.port)
    expect([ledger.mismatches(rows), ledger.leftFiles(rows)], `after round ${round}`).toEqual([[], []])
    expect(queryDatabase(dataDir, 'data', 'PRAGMA integrity_check')).toEqual([['ok']])
    if (round < rounds) {
      const { failures, uncommitted } = await runStorm(coffer, ledger, 300 + Math.random() * 500)
      expect(failures, 'requests that failed before the end').toEqual([])
      expect(uncommitted, 'answers that came before the commit').toEqual([])
    }
  }
  expect(ledger.acknowledgements).toBeGreaterThan(25 * rounds)
  expect(await coffer?.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
})
