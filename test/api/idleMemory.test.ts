import { expect, onTestFinished, test } from 'vitest'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { memoryOf } from '../harness/processTree.ts'

const maxMegabytes = databaseOfRun() === 'sqlite' ? 140 : 175

test(`a new server uses less than ${maxMegabytes} MB, also after health checks`, async () => {
  const copy = await copySample('magazine')
  // Fills Node's compile cache. Without it, a server also holds what it compiled itself.
  const first = await startCoffer(copy.dataDir)
  await fetch(`http://127.0.0.1:${first.port}/api/health`)
  await first.end('SIGTERM')
  const coffer = await startCoffer(copy.dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await fetch(`http://127.0.0.1:${coffer.port}/api/health`)).status).toBe(200)
  }
  await expect.poll(() => memoryOf(coffer.pid), { timeout: 10_000, message: 'megabytes' }).toBeLessThan(maxMegabytes)
}, 60_000)
