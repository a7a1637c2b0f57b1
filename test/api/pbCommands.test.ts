import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../harness/coffer.ts'
import { preparePbHooks } from '../harness/openPbHooks.ts'
import { signToken } from '../harness/signToken.ts'

const source = `
const shared = 'of the file'
$app.rootCmd.addCommand(new Command({
  use: 'tags [name]',
  run: (command, args) => {
    if (args[0] === 'add') $app.dao().saveRecord(new Record($app.dao().findCollectionByNameOrId('tags'), { name: args[1] }))
    if (args[0] === 'fail') throw new Error('this command fails')
    if (args[0] === 'exit') $os.exit(7)
    console.log([shared, args.join('+'), $app.dao().findRecordsByExpr('tags').length, $os.getenv('SHOWN'), $os.getenv('HIDDEN')].join(' '))
  },
}))
$app.rootCmd.addCommand(new Command({ use: 'serve', run: () => console.log('mine') }))
routerAdd('GET', '/x', (c) => c.noContent(204))`

test('commands of pb_hooks run on the command line with the data, their arguments and their exit status', async () => {
  const { dataDir, folder } = await preparePbHooks(source)
  const env = { ...process.env, SHOWN: 'shown', HIDDEN: 'hidden' }
  const run = (...args: string[]) => runCoffer([...args, ...directoryOptions(dataDir)], { env })

  const added = await run('tags', 'add', 'a new tag', '--codeEnv', 'SHOWN')
  expect([added.status, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toContain('of the file add+a new tag 9 shown ')
  expect(added.stdout).not.toContain('hidden')
  const failed = await run('tags', 'fail')
  expect(failed.status).toBe(1)
  expect(failed.stderr).toMatch(/this command fails\n.*main\.pb\.js:7/)
  expect((await run('tags', 'exit')).status).toBe(7)
  const unknown = await run('tugs')
  expect([unknown.status, unknown.stderr]).toEqual([1, "error: unknown command 'tugs'\n(see coffer --help)\n"])

  const elsewhere = join(dataDir, '../elsewhere')
  await rename(folder, elsewhere)
  expect((await run('tags')).stderr).toContain("unknown command 'tags'")
  expect((await run('tags', '--hooksDir', elsewhere)).stdout).toContain('of the file')
})

const opening = `
$app.rootCmd.addCommand(new Command({
  use: 'open',
  run: () => {
    const collection = $app.dao().findCollectionByNameOrId('secrets')
    collection.viewRule = ''
    $app.dao().saveCollection(collection)
  },
}))`

test('a command of pb_hooks prints what it opens to guests since the review as a warning', async () => {
  const { dataDir } = await preparePbHooks(opening)
  const token = signToken(dataDir, 'auth', 'admin')
  const coffer = await startCoffer(dataDir)
  const { json } = await askApi(coffer.port, 'GET', '/api/access/exposure', { token })
  const reviewed = await askApi(coffer.port, 'PUT', '/api/access/review', { token, body: { state: json.state } })
  await coffer.end('SIGTERM')
  expect(reviewed.status).toBe(200)
  const { status, stderr } = await runCoffer(['open', ...directoryOptions(dataDir)])
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('Warning: Guests can view all records of secrets (before: none).\n'),
  ])
})

test('serve --hooksDir runs the files of that folder, and none beside the data directory', async () => {
  const named = (name: string) => `routerAdd('GET', '/${name}', (c) => c.string(200, __hooks))`
  const files = { 'elsewhere/main.pb.js': named('elsewhere') }
  const { dataDir } = await preparePbHooks(named('beside'), { files })
  const folder = join(dataDir, '../elsewhere')
  const coffer = await startCoffer(dataDir, ['--hooksDir', folder])
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  const ask = (path: string) => askApi(coffer.port, 'GET', path)
  expect((await ask('/elsewhere')).text).toBe(folder)
  expect((await ask('/beside')).status).toBe(404)
})
