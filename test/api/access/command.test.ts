import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { readExposure } from './askAccess.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const run = (...args: string[]) => runCoffer(['access', ...directoryOptions(magazine.dataDir), ...args])

test('`coffer access` prints a table for each persona, and with --json what the API returns', async () => {
  const { status, stdout, stderr } = await run()
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^Guests\n +list +view +create +update +delete +manage +emails\n {2}scratch +All 20 +All 20 +Any +All 20 +All 20\n/,
  )
  expect(stdout).toMatch(/New users\n(?:.*\n)* {2}posts +27 of 40 +27 of 40 +Depends on the data +None +None\n/)
  const { stdout: json } = await run('--json')
  const { collections } = await readExposure(magazine, 'collections=posts,scratch')
  expect(JSON.parse(json).collections).toEqual(expect.arrayContaining(collections))
})

test('--fail-on-new-exposure fails with status 2 before the first review, and with status 1 after a rule was widened', async () => {
  expect(await run('--fail-on-new-exposure')).toMatchObject({ status: 2, stderr: expect.stringContaining('no reviewed state') })
  const { state } = await readExposure(magazine)
  await askApi(magazine.port, 'PUT', '/api/access/review', { token: magazine.admin, body: { state } })
  expect(await run('--fail-on-new-exposure')).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing has become') })
  await magazine.change('PATCH', '/secrets', { viewRule: '' })
  const { status, stdout } = await run('--fail-on-new-exposure')
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /1 new exposure since editor@magazine\.example reviewed it on \d{4}-.*:\n {2}Guests can view all records of secrets \(before: none\)\.\n$/,
  )
})

test('--fail-on-new-exposure fails with status 2 if the data directory does not exist', async () => {
  expect(await runCoffer(['access', '--dir', '/nowhere', '--fail-on-new-exposure'])).toMatchObject({ status: 2 })
})

test('--test runs the rule tests beside the server, changes nothing, and fails with status 1 if one fails', async () => {
  expect(await run('--test')).toMatchObject({ status: 0, stdout: 'There are no rule tests.\n' })
  const ruleTests = [
    { name: 'Guests cannot edit', persona: 'guest', action: 'update', given: { t: 'x' }, data: { t: 'y' }, expected: 'denied' },
    { persona: 'new:users', action: 'list', given: { t: 'x' }, expected: 'allowed' },
  ]
  await magazine.change('PATCH', '/scratch?allowFailingTests=1', { ruleTests })
  const before = magazine.query('SELECT * FROM scratch')
  const { status, stdout } = await run('--test')
  const lines = [
    'FAILED  scratch: Guests cannot edit',
    '        The API allows it and responds with 200.',
    'passed  scratch: A new user of users can list the given record',
    '1 passed, 1 failed',
  ]
  expect([status, stdout.trimEnd().split('\n')]).toEqual([1, lines])
  const { results } = JSON.parse((await run('--test', '--json')).stdout)
  expect(results).toMatchObject([
    { collection: 'scratch', index: 0, isPassed: false },
    { index: 1, isPassed: true, message: '' },
  ])
  expect(magazine.query('SELECT * FROM scratch')).toEqual(before)
  await magazine.change('PATCH', '/scratch', { updateRule: null })
  expect((await run('--test')).status).toBe(0)
  expect(await runCoffer(['access', '--dir', '/nowhere', '--test'])).toMatchObject({ status: 2 })
})
