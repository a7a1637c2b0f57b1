import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withArchive } from '../../packages/server/backups/readArchive.ts'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const dayMs = 86_400_000
const nameOf = (ageMs: number) => `${new Date(Date.now() - ageMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

test('a server removes orphaned files 30 days after coffer doctor has moved them, and no backup contains them', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const orphaned = join(dataDir, '.coffer_orphaned')
  const [expired, recent, foreign] = [nameOf(30 * dayMs + 60_000), nameOf(30 * dayMs - 60_000), 'notes']
  for (const name of [expired, recent, foreign]) {
    await mkdir(join(orphaned, name), { recursive: true })
    await writeFile(join(orphaned, name, 'lost.txt'), 'text')
  }
  const { port, stop } = await startServer({ dataDir })
  onTestFinished(stop)
  await expect.poll(() => existsSync(join(orphaned, expired))).toBe(false)
  for (const name of [recent, foreign]) expect(existsSync(join(orphaned, name, 'lost.txt'))).toBe(true)

  const token = signToken(dataDir, 'auth', 'admin')
  expect((await askApi(port, 'POST', '/api/backups', { token, body: { name: 'mine.zip' } })).status).toBe(204)
  const names = await withArchive(join(dataDir, 'backups/mine.zip'), async (_zip, entries) => {
    const all: string[] = []
    for await (const { fileName } of entries) all.push(fileName)
    return all
  })
  expect(names).toContain('data.db')
  expect(names.filter(name => name.includes('orphaned'))).toEqual([])
})
