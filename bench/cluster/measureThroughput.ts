import { copyFixture } from '../fixture/copyFixture.ts'
import { rounded } from '../harness/percentile.ts'
import { allLines } from '../lines/allLines.ts'
import type { Line } from '../lines/Line.ts'
import type { LoadGenerator, LoadPlan } from '../load/Load.ts'
import { type Cluster, openCluster } from './openCluster.ts'

const lineNames = ['view', 'view, not cached', 'create', 'update']
const warmUpSeconds = 3

/** Sends a load to all nodes at once: each gets its share of the connections, and begins at another request. */
async function sendToAll({ servers }: Cluster, line: Line, generator: LoadGenerator, seconds: number, run: number) {
  const connections = Math.max(1, Math.floor(line.connections / servers.length))
  const results = await Promise.all(
    servers.map(async ({ url }, index) => {
      const requests = await line.requests({ url, tokens: async () => [] })
      const from = Math.floor((requests.length * (run + index / servers.length)) / 2)
      return generator.run({ url, requests, from, connections, seconds } satisfies LoadPlan)
    }),
  )
  const sum = (select: (result: (typeof results)[number]) => number) => results.reduce((all, result) => all + select(result), 0)
  return {
    rate: sum(({ rate }) => rate),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    errors: sum(({ errors }) => errors),
  }
}

/** Measures the lines on servers that share a database. Returns a row for each. */
export async function measureThroughput(name: string, count: number, generator: LoadGenerator, seconds: number, only: RegExp) {
  const lines = lineNames.map(wanted => allLines.find(line => line.name === wanted)).filter(line => line !== undefined)
  const cluster = await openCluster(await copyFixture('small'), count)
  const rows: (string | number)[][] = []
  for (const line of lines.filter(line => only.test(line.name))) {
    console.error(`${name}: ${line.name} …`)
    await sendToAll(cluster, line, generator, warmUpSeconds, 0)
    const { rate, p50, p99, errors } = await sendToAll(cluster, line, generator, seconds, 1)
    rows.push([name, line.name, rounded(rate), rounded(p50, 2), rounded(p99, 2), errors])
  }
  await cluster.close()
  return rows
}
