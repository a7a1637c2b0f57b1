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

const command = `$app.rootCmd.addCommand(new Command({
  use: 'add [text]',
  run: (command, args) => {
    $app.dao().saveRecord(new Record($app.dao().findCollectionByNameOrId('scratch'), { t: args[0] }))
  },
}))`

const migration = (text: string) => `migrate(db => {
  const dao = new Dao(db)
  const record = new Record(dao.findCollectionByNameOrId('scratch'))
  record.set('t', '${text}')
  dao.saveRecord(record)
}, () => null)`

test.each([
  ['beside the data directory', 'hooks'],
  ['in a folder that --hooks names', 'elsewhere'],
])(
  'hooks %s are called for changes of migrations, at the start and on the command line, and of commands',
  async (_, hooks) => {
    const { dataDir, remove } = await copySample('magazine')
    onTestFinished(remove)
    const folder = join(dataDir, '..')
    for (const name of [hooks, 'pb_migrations', 'pb_hooks']) await mkdir(join(folder, name))
    await writeFile(join(folder, hooks, 'copies.ts'), hook)
    await writeFile(join(folder, 'pb_hooks/main.pb.js'), command)
    await writeFile(join(folder, 'pb_migrations/1_one.js'), migration('at the start'))
    const args = hooks === 'hooks' ? [] : ['--hooks', join(folder, hooks)]
    const names = async (...texts: string[]) => {
      const coffer = await startCoffer(dataDir, args)
      await vi.waitFor(
        async () => {
          const { json } = await askApi(coffer.port, 'GET', '/api/collections/registry/records?perPage=200', {
            token: signToken(dataDir, 'auth', 'admin'),
          })
          const found = (json.items as { name: string }[]).map(({ name }) => name)
          expect(found).toEqual(expect.arrayContaining(texts.map(text => `${text} by server`)))
        },
        { timeout: 10_000, interval: 100 },
      )
      await coffer.end('SIGTERM')
    }
    await names('at the start')
    await writeFile(join(folder, 'pb_migrations/2_two.js'), migration('on the command line'))
    expect((await runCoffer(['migrate', 'up', ...args, ...directoryOptions(dataDir)])).stdout).toContain('Applied 2_two.js')
    const added = await runCoffer(['add', 'by a command', ...args, ...directoryOptions(dataDir)])
    expect([added.status, added.stderr]).toEqual([0, ''])
    await names('on the command line', 'by a command')
  },
  60_000,
)
