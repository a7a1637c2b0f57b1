import { copyFixture } from '../fixture/copyFixture.ts'
import { idOf } from '../fixture/fixtureSize.ts'
import { rounded } from '../harness/percentile.ts'
import { get, recordsPath } from '../lines/requests.ts'
import { writeLines } from '../lines/writes.ts'
import type { LoadGenerator } from '../load/Load.ts'
import { openCluster } from './openCluster.ts'

/**
 * Measures one client that views a cached record, one request after the other: on a node, nearly all of its time is the wait for a read
 * of the log. It is measured while nothing else happens, and while another node creates records without pause.
 */
export async function measureFreshness(name: string, count: number, generator: LoadGenerator, seconds: number) {
  const { servers, close } = await openCluster(await copyFixture('small'), count)
  const requests = [get(`${recordsPath('articles')}/${idOf('a', 1)}`)]
  const [first, last] = [servers[0]?.url ?? '', servers.at(-1)?.url ?? '']
  const view = () => generator.run({ url: first, requests, from: 0, connections: 1, seconds })
  console.error(`${name}: a cached view, one at a time …`)
  await view()
  const alone = await view()
  const creates = (await writeLines[0]?.requests({ url: last, tokens: async () => [] })) ?? []
  const [beside] = await Promise.all([view(), generator.run({ url: last, requests: creates, from: 0, connections: 4, seconds })])
  await close()
  return [name, ...[alone.p50, alone.p99, beside.p50, beside.p99].map(value => rounded(value, 2))]
}
