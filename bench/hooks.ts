import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeMachine } from './harness/describeMachine.ts'
import { readOptions } from './harness/readOptions.ts'
import { type Contestant, startContestant } from './lines/Contestant.ts'
import type { FirstResponse, Line } from './lines/Line.ts'
import { type LineResult, measureLine } from './lines/measureLine.ts'
import { medianOfRounds } from './lines/medianOfRounds.ts'
import { printRatios, printResults } from './lines/printResults.ts'
import { get } from './lines/requests.ts'
import { writeLines } from './lines/writes.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'

const nativeFiles = {
  'hooks/spare.ts': `import { onRecord } from 'coffer'
onRecord('spare', { beforeCreate({ input }) { input.title = \`\${input.title}!\` } })`,
  'hooks/routes/hello.ts': `export default { fetch: () => Response.json({ hello: 'world' }) }`,
}
const pbFiles = {
  'pb_hooks/main.pb.js': `routerAdd('GET', '/hello', (c) => c.json(200, { hello: 'world' }))
onRecordBeforeCreateRequest((e) => { e.record.set('title', e.record.get('title') + '!') }, 'spare')`,
}

const noHooks = 'no hooks'
const native = 'native hooks'
const pb = 'pb_hooks'

/** Returns a function that writes files beside a data directory. */
const writeBeside = (files: Record<string, string>) => async (dataDir: string) => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(dataDir, '..', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

/**
 * A client can wait for 16 calls of hooks at once. When the warm-up ends, as many calls of its requests can still run as it had
 * connections.
 */
const createConnections = 8

const hasHookedTitle = ({ status, json }: FirstResponse): boolean =>
  status === 200 && String((json as { title?: unknown }).title).endsWith('!')

/** The lines of a server: a create with a trivial hook before it, and a route that returns JSON. */
function linesOf(name: string): Line[] {
  const [create] = writeLines
  if (!create) throw new Error('There is no line for creates.')
  const { goal: _, ...rest } = create
  const created = { ...rest, connections: createConnections }
  if (name === noHooks) return [created]
  const isGreeting = ({ status, json }: FirstResponse) => status === 200 && (json as { hello?: unknown }).hello === 'world'
  const route: Line = {
    ...{ name: 'route with JSON', fixture: 'small', connections: 32 },
    ...{ requests: () => [get('/hello')], isRight: isGreeting },
  }
  return [{ ...created, isRight: hasHookedTitle }, route]
}

const { seconds, rounds, commands } = readOptions({ takesRounds: true })
const generator = findLoadGenerator()
const others = [...commands].slice(1)

async function startAll(): Promise<Contestant[]> {
  const start = (name: string, command: string | undefined, files: Record<string, string>) =>
    startContestant(name, 'small', command, writeBeside(files))
  const contestants = [
    await start(noHooks, undefined, {}),
    await start(native, undefined, nativeFiles),
    await start(pb, undefined, pbFiles),
  ]
  for (const [name, command] of others) contestants.push(await start(name, command, pbFiles))
  return contestants
}

/** Measures each line on all servers alternately, so that other load affects all of them. */
async function measureRound(): Promise<LineResult[]> {
  const contestants = await startAll()
  const results: LineResult[] = []
  for (const [index] of linesOf(native).entries()) {
    for (const contestant of contestants) {
      const line = linesOf(contestant.name)[index]
      if (!line) continue
      console.error(`${contestant.name}: ${line.name} …`)
      results.push(await measureLine(contestant, line, generator, seconds))
    }
  }
  for (const contestant of contestants) await contestant.stop()
  return results
}

const measured: LineResult[][] = []
while (measured.length < rounds) {
  if (rounds > 1) console.error(`Round ${measured.length + 1} of ${rounds}`)
  measured.push(await measureRound())
}
const results = medianOfRounds(measured)
/** Returns the results with the minimum rate of each as a multiple of another server's. */
const withGoal = (times: number): LineResult[] =>
  results.map(result => ({ ...result, line: { ...result.line, goal: { kind: 'ratio', times } } }))

const times = rounds === 1 ? '' : `, medians of ${rounds} rounds`
console.log(`${describeMachine()}, load by ${generator.name}, ${seconds} s a line${times}\n`)
for (const name of [noHooks, native, pb, ...others.map(([name]) => name)]) {
  printResults(results, name)
  console.log()
}
printRatios(withGoal(0.5), native, noHooks)
for (const [name] of others) {
  for (const own of [native, pb]) {
    console.log()
    printRatios(withGoal(1), own, name)
  }
}
