import type { FixtureName } from './fixture/buildFixture.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { isOtherBuild, onPostgres, ours, readOptions } from './harness/readOptions.ts'
import { inProcessName, printInProcess } from './inProcess/printInProcess.ts'
import { allLines } from './lines/allLines.ts'
import { startContestant, startOnPostgres } from './lines/Contestant.ts'
import { type LineResult, measureLine } from './lines/measureLine.ts'
import { medianOfRounds } from './lines/medianOfRounds.ts'
import { printChanges, printRatios, printResults } from './lines/printResults.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'

const { seconds, rounds, only, commands, includesPostgres } = readOptions({ takesRounds: true })
const generator = findLoadGenerator()

/** Measures the lines of one fixture on all servers alternately, so that other load affects all of them. */
async function measureOn(fixture: FixtureName): Promise<LineResult[]> {
  const lines = allLines.filter(line => line.fixture === fixture && only.test(line.name))
  if (lines.length === 0) return []
  const contestants = []
  for (const [name, command] of commands) contestants.push(await startContestant(name, fixture, command))
  if (includesPostgres) contestants.push(await startOnPostgres(fixture))
  const results: LineResult[] = []
  for (const line of lines) {
    for (const contestant of contestants) {
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
  measured.push([...(await measureOn('small')), ...(await measureOn('cascades')), ...(await measureOn('large'))])
}
const results = medianOfRounds(measured)
const times = rounds === 1 ? '' : `, medians of ${rounds} rounds`
console.log(`${describeMachine()}, load by ${generator.name}, ${seconds} s a line${times}`)
const own = includesPostgres ? [ours, onPostgres] : [ours]
const others = [...commands.keys()].slice(1)
for (const name of [...own, ...others]) {
  console.log()
  printResults(results, name)
}
for (const [name, other] of own.flatMap(name => others.map(other => [name, other] as const))) {
  console.log()
  const isBuild = isOtherBuild(commands.get(other))
  if (isBuild && name === ours) printChanges(results, name, other)
  else printRatios(results, name, other, { hasGoals: !isBuild })
}
if (includesPostgres) {
  console.log()
  printRatios(results, ours, onPostgres, { hasGoals: false })
}
if (only.test(inProcessName)) {
  console.log()
  await printInProcess(seconds)
}
