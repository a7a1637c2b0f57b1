import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'

const hook = `
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async afterCreate({ record, user }) {
    await data.collection('registry').create({ name: \`\${record?.t} by \${user.kind}\` })
  },
})`

const migration = (text: string) => `migrate(db => {
  const dao = new Dao(db)
  const record = new Record(dao.findCollectionByNameOrId('scratch'))
  record.set('t', '${text}')
  dao.saveRecord(record)
}, () => null)`

test('hooks are called for changes that migrations make, at the start and on the command line', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const folder = join(dataDir, '..')
  for (const name of ['hooks', 'pb_migrations']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'hooks/copies.ts'), hook)
  await writeFile(join(folder, 'pb_migrations/1_one.js'), migration('at the start'))
  const names = async (text: string) => {
    const coffer = await startCoffer(dataDir)
    await vi.waitFor(
      async () => {
        const { json } = await askApi(coffer.port, 'GET', '/api/collections/registry/records?perPage=200', {
          token: signToken(dataDir, 'auth', 'admin'),
        })
        expect((json.items as { name: string }[]).map(({ name }) => name)).toContain(`${text} by server`)
      },
      { timeout: 10_000, interval: 100 },
    )
    await coffer.end('SIGTERM')
  }
  await names('at the start')
  await writeFile(join(folder, 'pb_migrations/2_two.js'), migration('on the command line'))
  expect((await runCoffer(['migrate', 'up', ...directoryOptions(dataDir)])).stdout).toContain('Applied 2_two.js')
  await names('on the command line')
}, 60_000)
