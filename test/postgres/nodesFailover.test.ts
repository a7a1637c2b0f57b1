import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openCounted, subscribe } from '../harness/eventStreams.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { ClusterLoad, createLoadCollections, expectHealthy } from './harness/ClusterLoad.ts'
import { notes } from './harness/nodeCollections.ts'

/** Only for a test that would hang. */
const recovery = { timeout: 100_000 }

/** Opens the nodes of a database that has a standby. */
async function openPair() {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const first = new URL(await postgres.createDatabase())
  const standby = await postgres.openStandby()
  onTestFinished(standby.close)
  const both = first.href.replace(first.host, `${first.host},${new URL(standby.address).host}`)
  const nodes = await openNodes({ ...postgres, createDatabase: async () => both })
  return { postgres, standby, nodes }
}

test('nodes go on with each other and their collections after a standby has been promoted', async () => {
  const { postgres, standby, nodes } = await openPair()
  const [one, other] = [await nodes.start('one'), await nodes.start('other')]
  expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const records = 'collections/notes/records'
  const before = await other.ask('POST', records, { title: 'before' }, '')
  expect(before).toMatchObject({ status: 200 })

  await postgres.kill()
  expect(await one.ask('POST', records, { title: 'meanwhile' }, '')).toMatchObject({ status: 503 })
  await standby.promote()
  const status = async () => (await one.ask('POST', records, { title: 'after' }, '')).status
  await expect.poll(status, recovery).toBe(200)
  const read = () => other.ask('GET', `${records}?sort=created`, undefined, '')
  await expect.poll(async () => (await read()).status, recovery).toBe(200)
  expect((await read()).json.items).toMatchObject([before.json, { title: 'after' }])
  const stream = await openCounted(other.port)
  expect(await subscribe(other.port, stream.clientId, ['notes'])).toBe(204)
  expect(await one.ask('PATCH', 'collections/notes', { listRule: null, viewRule: '' })).toMatchObject({ status: 200 })
  expect((await read()).status).toBe(403)
  expect(await one.ask('PATCH', 'collections/notes', { listRule: '' })).toMatchObject({ status: 200 })
  expect(await one.ask('POST', records, { title: 'later' }, '')).toMatchObject({ status: 200 })
  await expect.poll(stream.arrived).toBe(1)
  stream.destroy()
}, 300_000)

test.runIf(isLongRun)(
  'three nodes under load lose, repeat and leak nothing while the primary is killed and its standby is promoted',
  {
    timeout: 300_000,
  },
  async () => {
    const { postgres, standby, nodes } = await openPair()
    const running: TestNode[] = []
    for (const name of ['one', 'two', 'three']) running.push(await nodes.start(name))
    await createLoadCollections(running[0] as TestNode)
    const load = new ClusterLoad(running)
    onTestFinished(() => load.close())
    load.start(running)
    await load.progress(running)
    await postgres.kill()
    await wait(1_000)
    await standby.promote()
    await load.progress(running)
    await load.stop()
    await load.expectIntact(running[2] as TestNode)
    await expectHealthy(nodes.options('one'))
  },
)
