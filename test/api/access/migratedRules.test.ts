import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'

const ruleTests = [
  { name: 'Guests cannot see secrets', persona: 'guest', action: 'view', given: { label: 'x' }, expected: 'denied' },
]

const opening = `
export const up = async ({ collections }) => {
  await collections.update('secrets', { viewRule: '' })
  await collections.import([{ ...(await collections.getOne('secrets')), updateRule: '' }])
  await collections.create({ name: 'more', schema: [{ name: 'a', type: 'text' }] })
  await collections.delete('more')
}`

test('a native migration is applied although rule tests fail after it, so that the server starts, and coffer access --test reports them', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const token = signToken(dataDir, 'auth', 'admin')
  const first = await startCoffer(dataDir)
  const stored = await askApi(first.port, 'PATCH', '/api/collections/secrets', { token, body: { ruleTests } })
  await first.end('SIGTERM')
  expect(stored.status).toBe(200)

  const folder = join(dirname(dataDir), 'migrations')
  await mkdir(folder)
  await writeFile(join(folder, '1750000001_open.ts'), opening)
  const second = await startCoffer(dataDir)
  const { json } = await askApi(second.port, 'GET', '/api/collections/secrets', { token })
  await second.end('SIGTERM')
  expect(json).toMatchObject({ viewRule: '', updateRule: '', ruleTests })
  const { status, stdout } = await runCoffer(['access', '--test', ...directoryOptions(dataDir)])
  expect([status, stdout]).toEqual([1, expect.stringContaining('FAILED  secrets: Guests cannot see secrets')])
})
