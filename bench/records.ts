import type { FixtureName } from './fixture/buildFixture.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { ours, readOptions } from './harness/readOptions.ts'
import { inProcessName, printInProcess } from './inProcess/printInProcess.ts'
import { allLines } from './lines/allLines.ts'
import { startContestant } from './lines/Contestant.ts'
import { type LineResult, measureLine } from './lines/measureLine.ts'
import { printRatios, printResults } from './lines/printResults.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'

const { seconds, only, commands } = readOptions()
const generator = findLoadGenerator()

/** Measures the lines of one fixture on all servers alternately, so that other load affects all of them. */
const measureOn = async (fixture: FixtureName): Promise<LineResult[]> => {
  const lines = allLines.filter(line => line.fixture === fixture && only.test(line.name))
  if (lines.length === 0) return []
  const contestants = []
  for (const [name, command] of commands) contestants.push(await startContestant(name, fixture, command))
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

const results = [...(await measureOn('small')), ...(await measureOn('large'))]
console.log(`${describeMachine()}, load by ${generator.name}, ${seconds} s a line`)
for (const name of commands.keys()) {
  console.log()
  printResults(results, name)
}
for (const name of [...commands.keys()].slice(1)) {
  console.log()
  printRatios(results, ours, name)
}
if (only.test(inProcessName)) {
  console.log()
  await printInProcess(seconds)
}
