import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Programs } from './Programs.ts'

/** Returns a program that ends with status 3 once a file exists. */
async function openWaiting() {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-programs-'))
  const path = join(folder, 'end')
  const end = () => writeFile(path, '')
  onTestFinished(async () => {
    await end()
    await rm(folder, { recursive: true, force: true })
  })
  const code = `setInterval(() => { if (fs.existsSync(${JSON.stringify(path)})) process.exit(3) }, 10)`
  return { program: { name: process.execPath, args: ['-e', code], dir: folder, env: {} }, end }
}

test('no more programs run at the same time than the limit allows, and an ended one makes room', async () => {
  const { program, end } = await openWaiting()
  const programs = new Programs(1)
  expect(await programs.start({ ...program, name: join(program.dir, 'none') })).toEqual({ code: 'ENOENT' })
  expect(await programs.start(program)).toEqual({ id: 1 })
  await expect(programs.start(program)).rejects.toThrow('exec: scripts have started 1 programs that are still running.')
  await end()
  expect(await programs.wait(1)).toBe('exit status 3')
  expect(await programs.start(program)).toEqual({ id: 2 })
  expect(await programs.wait(2)).toBe('exit status 3')
})

test('the status of a program can be waited for once', async () => {
  const { program, end } = await openWaiting()
  const programs = new Programs()
  await programs.start(program)
  await end()
  expect(await programs.wait(1)).toBe('exit status 3')
  await expect(programs.wait(1)).rejects.toThrow('exec: Wait was already called')
})
