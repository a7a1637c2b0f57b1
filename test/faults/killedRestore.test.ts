import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fault, faultyCoffer } from './harness/faultyCoffer.ts'
import { canBackup, dataIn, restore, startWithLateRecord } from './harness/restores.ts'

const kill = (file: string): Fault => ({ call: 'rename', file, error: 'KILL' })

describe('a killed restore', () => {
  test.for<[string, Fault]>([
    ['before the last entry is put aside', kill('.coffer_restore/old/storage')],
    ['before the last new entry is in its place', kill('.coffer_restore/new/storage')],
    ['before the old data is released', kill('/.coffer_restore')],
  ])('a restore killed %s leaves the old data, even if the next start is killed as well', async ([, fault], context) => {
    const faulty = await faultyCoffer(context)
    const coffer = await startWithLateRecord(faulty)
    faulty.fail(fault)
    await restore(faulty, coffer)
    await expect.poll(coffer.isRunning, { timeout: 15_000 }).toBe(false)
    faulty.fail(kill('.coffer_restore/old/logs.db'))
    await faulty.start().then(
      survivor => survivor.end('SIGKILL'),
      () => undefined,
    )
    faulty.fail()
    const next = await faulty.start()
    expect(dataIn(faulty)).toBe('old')
    expect((await readdir(faulty.dataDir)).filter(name => name === '.coffer_restore')).toEqual([])
    await next.end('SIGTERM')
  })

  test('a restore killed after the old data is released leaves the new data', async context => {
    const faulty = await faultyCoffer(context)
    const coffer = await startWithLateRecord(faulty)
    expect((await restore(faulty, coffer)).status).toBe(204)
    await expect.poll(() => canBackup(coffer), { interval: 5 }).toBe(true)
    await coffer.end('SIGKILL')
    await (await faulty.start()).end('SIGTERM')
    expect(dataIn(faulty)).toBe('new')
  })
})
