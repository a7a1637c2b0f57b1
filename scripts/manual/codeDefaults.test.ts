import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultCodeOptions } from '../../packages/server/code/CodeHost.ts'
import { defaultRetryDelaysMs } from '../../packages/server/code/hookStore.ts'
import { defaultCallLimits } from '../../packages/server/pbHooks/ScriptThread.ts'
import { resourceOf } from '../../packages/server/runtime/clients/resources.ts'

const { processes, maxProcessBytes, loadMs, deadlineMs, insideMs, jobDeadlineMs, variables } = defaultCodeOptions

/** Reads a page of the manual, with its lines joined. */
function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/manual/${name}.md`, import.meta.url), 'utf8').replaceAll(/\n\s*/g, ' ')
}

/** Returns the default of an option in the table of the command line, which the code of the command writes. */
function defaultOf(option: string): string {
  const row = readPage('command-line').match(new RegExp(`\\| \`--${option}\`[^|]*\\|[^|]*\\|([^|]*)\\|`))
  return (row?.[1] ?? '').trim().replaceAll('`', '')
}

const megabytes = (bytes: number): number => bytes / 1024 ** 2

const units: [ms: number, name: string][] = [
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
]

/** Returns a duration as the manual writes it, such as `10 minutes`. */
function durationText(ms: number): string {
  const [unitMs, name] = units.find(([unitMs]) => ms >= unitMs) ?? [1, 'ms']
  return `${ms / unitMs} ${name}${ms === unitMs ? '' : 's'}`
}

test('the server and its command have the same defaults for processes of hooks', () => {
  expect(['codeProcesses', 'codeMemory', 'codeTimeout', 'codeEnv'].map(defaultOf)).toEqual([
    `${processes}`,
    `${megabytes(maxProcessBytes)}`,
    `${deadlineMs / 1000}`,
    variables.join(','),
  ])
})

test('the manual states how long hooks, routes and jobs can take, and how much memory they have', () => {
  const page = readPage('hooks')
  expect([processes, jobDeadlineMs]).toEqual([2, 3_600_000])
  for (const sentence of [
    `A hook has ${durationText(deadlineMs)} (\`--codeTimeout\`).`,
    `the response has to begin within ${durationText(deadlineMs)} (\`--codeTimeout\`)`,
    `All hooks of a transaction have ${insideMs} ms together.`,
    `A file must be loaded in ${durationText(loadMs)}.`,
    'ended with its process after an hour',
    `Hooks run in two processes (\`--codeProcesses\`) of ${megabytes(maxProcessBytes)} MB each (\`--codeMemory\`).`,
    `A client can have ${resourceOf('routeRequests').perClient} open requests`,
    `A client can have ${resourceOf('hookCalls').perClient} of them [waiting](limits.md).`,
  ])
    expect(page).toContain(sentence)
})

test('the manual states when hooks after a change are called again', () => {
  const delays = defaultRetryDelaysMs.map(durationText)
  expect(readPage('hooks')).toContain(`again after ${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}, also after a restart.`)
})

test('the manual states how long handlers of pb_hooks can take, and how much memory they have', () => {
  const { heapBytes, computingMs, callMs } = defaultCallLimits
  const page = readPage('pb-hooks')
  expect(page).toContain(`A handler is ended when it computes for ${durationText(computingMs)} without a call of the server`)
  expect(page).toContain(
    `when its call takes ${durationText(callMs)}, and when it holds more than ${megabytes(heapBytes)} MB (\`--codeMemory\`)`,
  )
  expect(heapBytes).toBe(maxProcessBytes)
})
