import { AdminClient } from './collections/AdminClient.ts'
import { collectionsOf, fieldsOf } from './collections/manyCollections.ts'
import { readBeside } from './collections/readBeside.ts'
import { idOf } from './fixture/fixtureSize.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { startContestant } from './lines/Contestant.ts'
import { recordsPath } from './lines/requests.ts'

type Schema = Record<string, unknown>[]

const { only, commands } = readOptions()
const repeats = 9
const wide = '/api/collections/wide'
const big = '/api/collections/big'

const goalResult = (milliseconds: number, goal: number | undefined): string =>
  goal === undefined ? '' : milliseconds <= goal ? 'yes' : 'NO'

/** Returns the median over several runs. */
async function median(run: (turn: number) => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) times.push(await run(turn))
  return percentile(times, 50)
}

const schemaOf = async (client: AdminClient, path: string): Promise<Schema> =>
  (await client.send('GET', path)).json.schema as Schema

/** Changes of a collection of 40 fields, each with its goal in milliseconds. */
const smallSteps = (client: AdminClient): [string, number | undefined, () => Promise<number>][] => [
  [
    'save a collection of 40 fields',
    50,
    () => median(async () => (await client.send('PATCH', wide, { schema: await schemaOf(client, wide) })).milliseconds),
  ],
  [
    'change its rules',
    undefined,
    () => median(async turn => (await client.send('PATCH', wide, { listRule: turn % 2 ? '' : "text_0 != ''" })).milliseconds),
  ],
  [
    'add a field to it',
    50,
    () =>
      median(async turn => {
        const schema = [...(await schemaOf(client, wide)), { name: `more_${Date.now()}_${turn}`, type: 'text' }]
        return (await client.send('PATCH', wide, { schema })).milliseconds
      }),
  ],
  [
    'rename a field of it',
    50,
    () =>
      median(async turn => {
        const schema = (await schemaOf(client, wide)).map((field, place) =>
          place === 1 ? { ...field, name: `renamed_${turn}` } : field,
        )
        return (await client.send('PATCH', wide, { schema })).milliseconds
      }),
  ],
]

async function measureSmall(name: string, command: string | undefined): Promise<(string | number)[][]> {
  const contestant = await startContestant(name, 'small', command)
  const client = await AdminClient.signIn(contestant.url)
  const rows: (string | number)[][] = []
  const measure = async (what: string, goal: number | undefined, run: () => Promise<number>) => {
    if (!only.test(what)) return
    console.error(`${name}: ${what} …`)
    const milliseconds = await run()
    rows.push([name, what, rounded(milliseconds, 1), goal === undefined ? '' : `${goal} ms`, goalResult(milliseconds, goal)])
  }
  await client.send('POST', '/api/collections', { name: 'wide', schema: fieldsOf(40) })
  for (const [what, goal, run] of smallSteps(client)) await measure(what, goal, run)
  const importing = (count: number, prefix: string) => async () =>
    (await client.send('PUT', '/api/collections/import', { collections: collectionsOf(count, prefix) })).milliseconds
  await measure('import 200 collections', 2000, importing(200, 'some'))
  await measure('import the same again', 2000, importing(200, 'some'))
  await client.send('PUT', '/api/collections/import', { collections: collectionsOf(300, 'other') })
  for (const [what, , run] of smallSteps(client)) await measure(`${what}, beside 500 others`, undefined, run)
  await contestant.stop()
  return rows
}

/** Measures sequential changes of a collection of 1,000,000 records. */
const largeSteps: [string, number | undefined, (schema: Schema, indexes: string[]) => object][] = [
  ['change the rules', undefined, () => ({ updateRule: null })],
  [
    'rename a field',
    1000,
    schema => ({ schema: schema.map(field => (field.name === 'title' ? { ...field, name: 'head' } : field)) }),
  ],
  [
    'rename a field with its index',
    1000,
    (schema, indexes) => ({
      schema: schema.map(field => (field.name === 'score' ? { ...field, name: 'points' } : field)),
      indexes: indexes.map(index => index.replace(/\(`score`\)/, '(`points`)')),
    }),
  ],
  ['add a field', 1000, schema => ({ schema: [...schema, { name: 'more', type: 'text' }] })],
  [
    'add a field of lists',
    1000,
    schema => ({ schema: [...schema, { name: 'list', type: 'select', options: { maxSelect: 2, values: ['a', 'b'] } }] }),
  ],
  ['add an index', undefined, (_, indexes) => ({ indexes: [...indexes, 'CREATE INDEX `idx_big_head` ON `big` (`head`)'] })],
  [
    'make lists of single values',
    undefined,
    schema => ({
      schema: schema.map(field =>
        field.name === 'status' ? { ...field, options: { ...(field.options as object), maxSelect: 2 } } : field,
      ),
    }),
  ],
  ['drop a field', undefined, schema => ({ schema: schema.filter(field => field.name !== 'more') })],
]

async function measureLarge(name: string, command: string | undefined): Promise<(string | number)[][]> {
  const contestant = await startContestant(name, 'large', command)
  const client = await AdminClient.signIn(contestant.url)
  const rows: (string | number)[][] = []
  for (const [what, goal, change] of largeSteps) {
    console.error(`${name}: ${what} …`)
    const { schema, indexes } = (await client.send('GET', big)).json
    const reading = readBeside(contestant.url, turn => `${recordsPath('big')}/${idOf('b', 1 + ((turn * 7919) % 1_000_000))}`)
    const memory = contestant.server.memory()
    contestant.server.forgetPeak()
    const { milliseconds } = await client.send('PATCH', big, change(schema as Schema, indexes as string[]))
    const peak = contestant.server.peakMemory()
    const { count, p99, slowest, failures } = await reading.stop()
    const reads = [count, rounded(p99, 1), rounded(slowest, 1), failures]
    rows.push([
      name,
      what,
      rounded(milliseconds),
      goal === undefined ? '' : `${goal} ms`,
      goalResult(milliseconds, goal),
      ...reads,
      rounded(memory),
      rounded(peak),
    ])
  }
  await contestant.stop()
  return rows
}

console.log(describeMachine())
const small: (string | number)[][] = []
for (const [name, command] of commands) small.push(...(await measureSmall(name, command)))
console.log(`\nChanges of collections, median of ${repeats}.\n`)
printTable(['server', 'change', 'ms', 'goal', 'met'], small)
if (only.test('large')) {
  const large: (string | number)[][] = []
  for (const [name, command] of commands) large.push(...(await measureLarge(name, command)))
  console.log('\nChanges of a collection of 1,000,000 records, views of its records at the same time, and memory.\n')
  const views = ['views', 'p99 (ms)', 'slowest (ms)', 'failures']
  printTable(['server', 'change', 'ms', 'goal', 'met', ...views, 'memory before (MB)', 'peak (MB)'], large)
}
