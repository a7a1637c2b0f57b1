import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openCounted } from '../test/harness/eventStreams.ts'
import { isLongRun } from '../test/harness/isLongRun.ts'
import { nodeAdmin, openNodes } from '../test/harness/openNodes.ts'
import { openPostgres } from '../test/harness/openPostgres.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'

test('the page of a single server says that it has no other nodes, and leads to the manual', async () => {
  const { page, go } = await openPage({ viewport: phone, theme: 'dark', path: '#/settings' })
  await go('#/settings/nodes')
  await page.getByText('This server is the only one of its database').waitFor()
  expect(await page.getByRole('link', { name: 'several nodes' }).getAttribute('href')).toBe('/_/docs/nodes.html')
  expect(await page.getByRole('list', { name: 'Nodes' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

const failedInsert =
  'POST /api/collections/notes/records: The disk of the server is full, so nothing was changed. Please try again once there is room.'

/** Lets PostgreSQL reject each new record as if the disk was full, which is an error of the server. */
const failingInserts = `CREATE FUNCTION fail_insert() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'The disk is full.' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER fail_insert BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION fail_insert()`

const node = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test.runIf(isLongRun)(
  'the page of nodes follows a node that hangs and an outage of the database, without a reload',
  {
    timeout: 120_000,
  },
  async () => {
    const postgres = await openPostgres()
    onTestFinished(postgres.close)
    const nodes = await openNodes(postgres)
    const [one, other] = [await nodes.start('one'), await nodes.start('other')]
    await one.ask('POST', 'collections', { name: 'notes', type: 'base', schema: [{ name: 'title', type: 'text' }] })
    const server = { origin: `http://127.0.0.1:${one.port}`, dataDir: '', setupCode: undefined, stop: async () => undefined }
    const { page, go } = await openPage({
      server,
      signedIn: false,
      path: '#/login',
      allowedErrors: [/status of 503/, /status of 400 .*\/api\/backups/],
    })
    await input(page, 'Email').fill(nodeAdmin.identity)
    await input(page, 'Password').fill(nodeAdmin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'notes' }).waitFor()
    await go('#/settings/nodes')
    await node(page, 'other').getByText('Live').waitFor()
    await node(page, 'other').getByText('Up to date').waitFor()
    await node(page, 'one').getByText('Runs jobs, backups and web hooks').waitFor()
    await node(page, 'one').getByText('Sent this list').waitFor()
    expect(await node(page, 'other').getByText('Sent this list').count()).toBe(0)
    const stream = await openCounted(other.port)
    await node(page, 'other').getByText('Realtime clients: 1').waitFor()
    stream.destroy()
    await node(page, 'other').getByText('Realtime clients: 0').waitFor()
    expect(await page.getByText('Last error:').count()).toBe(0)
    other.signal('SIGSTOP')
    await one.ask('POST', 'collections/notes/records', { title: 'missed' })
    await node(page, 'other').getByText('Not responding').waitFor()
    await node(page, 'other').getByText('1 change behind').waitFor()
    await node(page, 'other').getByText('Last seen:').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    other.signal('SIGCONT')
    await node(page, 'other').filter({ hasText: 'Live', hasNotText: 'Last seen:' }).waitFor()

    // Each node has a disk of its own.
    await go('#/settings/backups')
    await page.getByText('Several nodes need a common storage of backups.').waitFor()
    await expectNoSidewaysScroll(page)
    await go('#/settings/nodes')
    await node(page, 'one').getByText('Live').waitFor()

    // An outdated list must not hide that the database is gone.
    await postgres.stop()
    await page.getByText('The nodes could not be loaded.').waitFor()
    expect(await node(page, 'one').count()).toBe(0)
    await postgres.start()
    await node(page, 'one').getByText('Live').waitFor()
    await node(page, 'one').getByText('Last error:').waitFor()

    // Requests and background work that the outage interrupted fail in any order. This request fails after them.
    await postgres.execute(nodes.address, failingInserts)
    const fail = async () => {
      expect(await one.ask('POST', 'collections/notes/records', { title: 'failed' })).toMatchObject({ status: 507 })
      return node(page, 'one').getByText(failedInsert, { exact: true }).isVisible()
    }
    await expect.poll(fail, { timeout: 30_000, interval: 1_000 }).toBe(true)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)
