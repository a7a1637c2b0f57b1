import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage, phone } from './harness/openPage.ts'

const hooks = {
  'posts.ts': `
import { onRecord, schedule } from 'coffer'
onRecord('scratch', {
  beforeCreate({ input }) {
    if (input.t === 'fails') throw new Error('The search service is down.')
  },
  afterCreate({ record }) {
    if (record?.t === 'parked') throw new Error('No answer.')
  },
})
onRecord('scratches', { afterDelete() {} })
schedule('clean up', '0 3 * * *', () => console.log('3 drafts deleted'))
schedule('broken job', '30 2 30 2 *', () => { throw new Error('Nothing to do.') })`,
  'routes/orders.ts': `export default { fetch: () => new Response('ok') }`,
}

test('the page of code shows hooks, routes and jobs with their calls and errors, and runs jobs and given-up calls again', async () => {
  const { page, client, origin, go } = await openPage({ path: '#/settings', hooks, allowedErrors: [/status of 500/] })
  await fetch(`${origin}/orders`)
  await client
    .collection('scratch')
    .create({ t: 'fails' })
    .catch(() => undefined)
  const { id } = await client.collection('scratch').create({ t: 'parked' })
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await page.getByRole('list', { name: 'Files' }).getByText('routes/orders.ts').waitFor()
  const before = page.getByRole('listitem', { name: 'scratch, before create' })
  await before.getByText(/^2 calls, p50 .* ms, p99 .* ms$/).waitFor()
  await before.getByText('1 error').waitFor()
  await before.getByText('Last error').click()
  await before.getByText(/The search service is down\.\n +at .*hooks\/posts\.ts:5:/).waitFor()
  await page
    .getByRole('listitem', { name: '/orders' })
    .getByText(/^1 call, /)
    .waitFor()
  await page.getByRole('listitem', { name: 'scratches, after delete' }).getByText('No such collection').waitFor()
  await expectAccessible(page)

  const job = page.getByRole('listitem', { name: 'clean up' })
  await job.getByText(/Next run: .* 03:00:00 UTC/).waitFor()
  await job.getByRole('button', { name: 'Run now: clean up' }).click()
  await job.getByText('Succeeded').waitFor()
  await job.getByText('Last run').click()
  await job.getByText('3 drafts deleted').waitFor()
  await job.getByText(/^1 run, p50 .* ms, p99 .* ms$/).waitFor()
  const broken = page.getByRole('listitem', { name: 'broken job' })
  await broken.getByText('This schedule never runs.').waitFor()
  await broken.getByRole('button', { name: 'Run now: broken job' }).click()
  await broken.getByText('Failed').waitFor()
  await broken.getByText('1 error').waitFor()

  const parked = page.getByRole('list', { name: 'Calls given up' })
  await parked.getByText('No answer.').waitFor()
  await parked.getByText('1 attempt').waitFor()
  await page.getByRole('button', { name: `Run again: scratch/${id}` }).click()
  await page
    .getByRole('listitem', { name: 'scratch, after create' })
    .getByText(/^2 calls/)
    .waitFor()
  await expectAccessible(page)

  await go('#/logs')
  await page.getByText('POST /api/collections/scratch/records').first().click()
  const link = page.getByRole('dialog', { name: 'Request log' }).getByRole('link', { name: 'Code' })
  await link.click()
  const shown = page.getByRole('listitem', { name: 'scratch, before create' })
  await shown.getByText('The search service is down.').waitFor()
  await page.locator('[aria-label="scratch, before create"]:focus').waitFor()
})

test.each(['light', 'dark'] as const)('a broken file is shown with its reason, on a phone in the %s theme', async theme => {
  const { page, dataDir } = await openPage({ viewport: phone, theme, path: '#/settings/code', hooks })
  await page.getByRole('listitem', { name: 'clean up' }).waitFor()
  await writeFile(join(dataDir, '../hooks/posts.ts'), 'export const = 1')
  await page.getByText('The changed files could not be loaded. The former version keeps running.').waitFor()
  await page
    .getByRole('region', { name: 'Error of the files' })
    .getByText(/posts\.ts could not be loaded/)
    .waitFor()
  await page.getByRole('listitem', { name: 'clean up' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('files that were never loaded are named with what the server rejects, and nothing is said of what they register', async () => {
  const { page, dataDir } = await openPage({
    ...{ viewport: phone, path: '#/settings/code', loadMs: 2_000 },
    hooks: { 'posts.ts': 'await new Promise(() => {})' },
  })
  await page.getByText('The files could not be loaded. Requests for records are rejected until they are.').waitFor()
  await page
    .getByRole('region', { name: 'Error of the files' })
    .getByText(/^posts\.ts could not be loaded within 2 s\./)
    .waitFor()
  await page.getByText('No file is loaded.').waitFor()
  expect(await page.getByText('No file registers a hook.').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await writeFile(join(dataDir, '../hooks/posts.ts'), hooks['posts.ts'])
  await page.getByRole('listitem', { name: 'scratch, before create' }).waitFor()
})

test.each(['light', 'dark'] as const)(
  'while code is broken, each page says so and links to the error, in the %s theme',
  async theme => {
    const { page, dataDir, go } = await openPage({
      ...(theme === 'dark' && { viewport: phone }),
      theme,
      path: '#/settings',
      hooks,
    })
    const file = join(dataDir, '../hooks/posts.ts')
    await writeFile(file, 'export const = 1')
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Your changed code could not be loaded. The former version keeps running.' })
    await banner.waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await go('#/logs')
    await banner.waitFor()
    await banner.getByRole('link', { name: 'Show the error' }).click()
    await page.getByRole('region', { name: 'Error of the files' }).waitFor()
    await writeFile(file, hooks['posts.ts'])
    await banner.waitFor({ state: 'detached' })
  },
)

test('while no process of hooks can run, the page says why', async () => {
  const exiting = {
    'routes/exit.ts': `
import { existsSync } from 'node:fs'
if (existsSync('.exits')) process.exit(7)
export default { fetch: () => process.exit(1) }`,
  }
  const { page, origin, dataDir } = await openPage({ path: '#/settings/code', hooks: exiting })
  await page.getByText('Run by 2 processes').waitFor()
  await writeFile(join(dataDir, '../hooks/.exits'), '')
  for (let count = 0; count < 2; count += 1) await fetch(`${origin}/exit`)
  await page.getByText('No process of hooks is running, so no hook, route or job can be called.').waitFor()
  await page
    .getByRole('region', { name: 'Why the last process ended' })
    .getByText(/It exited with the status 7\./)
    .waitFor()
  await expectAccessible(page)
})

test('without a folder of code, the page says how to begin', async () => {
  const { page } = await openPage({ path: '#/settings/code' })
  await page.getByText(/Create a folder named/).waitFor()
  await page.getByRole('link', { name: 'How to write code of your own' }).waitFor()
  await expectAccessible(page)
})

const scripts = {
  source: `
onRecordBeforeCreateRequest((e) => {
  if (e.record.getString('t') === 'fails') throw new Error('The search service is down.')
}, 'scratch')
routerAdd('GET', '/orders/:id', (c) => c.json(200, { id: c.pathParam('id') }))
cronAdd('clean up', '0 3 * * *', () => console.log('cleaned'))
$app.rootCmd.addCommand(new Command({ use: 'greet', run: () => console.log('hello') }))`,
  migrations: { 'pb_migrations/1700000000_applied.js': 'migrate(() => {})' },
}

test.each(['light', 'dark'] as const)(
  'the page of code shows pb_hooks, their errors and migrations, in the %s theme',
  async theme => {
    const { page, client, origin, dataDir, go } = await openPage({
      ...(theme === 'dark' && { viewport: phone }),
      theme,
      path: '#/settings/code',
      scripts,
    })
    await fetch(`${origin}/orders/1`)
    await client
      .collection('scratch')
      .create({ t: 'fails' })
      .catch(() => undefined)
    const hook = page.getByRole('listitem', { name: 'onRecordBeforeCreateRequest, scratch' })
    await hook.getByText('1 error').waitFor()
    await hook.getByText('main.pb.js:2').waitFor()
    await hook.getByText('Last error').click()
    await hook.getByText(/The search service is down\.\n +at .*main\.pb\.js:3/).waitFor()
    await page
      .getByRole('listitem', { name: 'GET /orders/:id' })
      .getByText(/^1 call, p50 .* ms, p99 .* ms$/)
      .waitFor()
    const job = page.getByRole('listitem', { name: 'clean up' })
    await job.getByText('0 3 * * *').waitFor()
    await job.getByRole('button', { name: 'Run now: clean up' }).click()
    await job.getByText('Succeeded').waitFor()
    await job.getByText('Last run').click()
    await job.getByText('cleaned', { exact: true }).waitFor()
    await job.getByText(/^1 run, p50 .* ms, p99 .* ms$/).waitFor()
    await page.getByText('Commands: greet').waitFor()
    await writeFile(join(dataDir, '../pb_migrations/1800000000_pending.js'), 'migrate(() => {})')
    const stateOf = (name: string, state: string) =>
      page.getByRole('listitem', { name }).getByText(state, { exact: true }).waitFor()
    await stateOf('1800000000_pending.js', 'Pending')
    await stateOf('1700000000_applied.js', 'Applied')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const message = 'A handler of pb_hooks has failed.'
    // Entries are stored a moment later, and the list of logs is loaded once.
    await eventually(async () => (await client.logs.getList(1, 1, { filter: `message = "${message}"` })).totalItems).toBe(1)
    await go('#/logs')
    await page.getByText(message).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Code' }).click()
    await page.locator('[aria-label="onRecordBeforeCreateRequest, scratch"]:focus').waitFor()
    await writeFile(join(dataDir, '../pb_hooks/broken.pb.js'), 'const = 1')
    await page.getByRole('status').filter({ hasText: 'A file of pb_hooks could not be loaded. The other files run.' }).waitFor()
    await page
      .getByRole('region', { name: 'Error of pb_hooks' })
      .getByText(/Failed to execute broken\.pb\.js/)
      .waitFor()
  },
)
