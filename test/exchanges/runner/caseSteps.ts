import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../../harness/coffer.ts'
import { compareValues } from './compareValues.ts'
import type { CaseStep, Difference, Step } from './Exchange.ts'
import type { Variables } from './Variables.ts'

/** A server process with folders beside its data directory. */
export interface Case {
  readonly folder: string
  readonly printed: string
  start: () => Promise<void>
  stop: () => Promise<void>
  runCommand: (args: readonly string[], input: string | undefined) => Promise<Ending>
}

const keys = ['write', 'remove', 'stop', 'start', 'file', 'list', 'cli', 'output'] as const

export function isCaseStep(step: Step): step is CaseStep {
  return keys.some(key => key in step)
}

/** Milliseconds for which files and output are looked at until they are as recorded. */
const maxDelayMs = 6_000

async function untilSame(look: () => Difference[]): Promise<Difference[]> {
  const until = Date.now() + maxDelayMs
  let differences = look()
  while (differences.length > 0 && Date.now() < until) {
    await sleep(50)
    differences = look()
  }
  return differences
}

const missing = (pieces: readonly string[], text: string): Difference[] =>
  pieces.filter(piece => !text.includes(piece)).map(piece => ({ at: 'output', expected: piece, got: text.slice(-2000) }))

const unexpected = (pieces: readonly string[], text: string): Difference[] =>
  pieces.filter(piece => text.includes(piece)).map(piece => ({ at: 'output', expected: `not ${piece}`, got: text.slice(-2000) }))

function write(path: string, step: { text?: string; from?: string }, { folder }: Case, variables: Variables): Difference[] {
  mkdirSync(dirname(path), { recursive: true })
  if (step.from === undefined) writeFileSync(path, variables.fillText(step.text ?? ''))
  else copyFileSync(join(folder, step.from), path)
  return []
}

async function runCommand(played: Case, step: Extract<CaseStep, { cli: string[] }>): Promise<Difference[]> {
  const { status, stdout, stderr } = await played.runCommand(step.cli, step.input)
  const wrong = step.exit === undefined || step.exit === status ? [] : [{ at: 'exit', expected: step.exit, got: status }]
  return [...wrong, ...missing(step.output ?? [], stdout + stderr)]
}

/** Plays a step of a case. */
export async function playCaseStep(played: Case, step: CaseStep, variables: Variables): Promise<Difference[]> {
  const pathOf = (name: string) => join(played.folder, name)
  if ('write' in step) return write(pathOf(step.write), step, played, variables)
  if ('cli' in step) return runCommand(played, step)
  if ('remove' in step) rmSync(pathOf(step.remove))
  else if ('stop' in step) await played.stop()
  else if ('start' in step) await played.start()
  else if ('file' in step) {
    const read = () => (existsSync(pathOf(step.file)) ? readFileSync(pathOf(step.file), 'utf8') : null)
    return untilSame(() => compareValues(step.text, read(), variables.captured, step.file))
  } else if ('list' in step) {
    const list = () => (existsSync(pathOf(step.list)) ? readdirSync(pathOf(step.list)).sort() : [])
    return untilSame(() => compareValues(step.names, list(), variables.captured, step.list))
  } else return untilSame(() => [...missing(step.output, played.printed), ...unexpected(step.not ?? [], played.printed)])
  return []
}
