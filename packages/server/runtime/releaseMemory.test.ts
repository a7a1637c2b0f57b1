import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = fileURLToPath(new URL('releaseMemory.ts', import.meta.url))

/** Prints as JSON the inline-cache states of the property writes in `process.nextTick`, before and after memory is released. */
const program = `
  const { releaseMemoryAfterStart } = await import(${JSON.stringify(module)})
  const ticks = count => new Promise(done => {
    const next = () => (--count > 0 ? process.nextTick(next) : done())
    process.nextTick(next)
  })
  const seen = async () => {
    await ticks(1000)
    return %GetFeedback(process.nextTick).filter(([kind]) => kind.startsWith('DefineKeyed')).map(([, state]) => state)
  }
  const collect = gc
  const collected = new Promise(done => { globalThis.gc = options => { collect(options); done() } })
  releaseMemoryAfterStart()
  const before = await seen()
  const wait = setInterval(() => {}, 1000)
  await collected
  clearInterval(wait)
  console.log(JSON.stringify({ before, after: await seen() }))
`

test('releasing memory does not make process.nextTick slower', async () => {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', program])
  const { before, after } = JSON.parse(stdout)
  expect(before).toContain('MONOMORPHIC')
  expect(after).toEqual(before)
})
