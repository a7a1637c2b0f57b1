import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { newDataDir, startForTest } from '../../harness/startForTest.ts'

/** Starts a server, and returns the dialect of its error for a missing collection. */
async function dialectOf(dataDir: string) {
  const { port } = await startForTest(dataDir)
  const { json } = await askApi(port, 'GET', '/api/collections/nothing/records')
  return 'status' in json ? 'today' : '0.22'
}

test('a new installation answers clients that show no version as PocketBase 0.23 and later', async () => {
  expect(await dialectOf(newDataDir())).toBe('today')
})

test.each(['pb_hooks', 'pb_migrations'])('a new installation beside %s, which are for 0.22, answers as 0.22', async folder => {
  const dataDir = newDataDir()
  mkdirSync(join(dirname(dataDir), folder), { recursive: true })
  expect(await dialectOf(dataDir)).toBe('0.22')
})
