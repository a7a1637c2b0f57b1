import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('GET', '/run/:name', (c) => {
    const node = (text) => $os.cmd(${JSON.stringify(process.execPath)}, '-e', text)
    const runs = {
      large: () => node("process.stdout.write('x'.repeat(3_000_000))").output().length,
      endless: () => node("const text = 'x'.repeat(1_000_000); for (;;) require('fs').writeSync(1, text)").output(),
      slow: () => node('setInterval(() => {}, 1000)').run(),
      failing: () => node('process.exit(3)').run(),
      missing: () => $os.cmd('no-such-command').run(),
      nowhere: () => { const command = node(''); command.dir = '/no/such/folder'; command.run() },
    }
    try {
      return c.json(200, { result: runs[c.pathParam('name')]() })
    } catch (error) {
      return c.json(200, { result: String(error) })
    }
  })`

test('$os.cmd returns an output of megabytes, and its errors give the reason', async () => {
  const { coffer } = await openPbHooks(source)
  const run = async (name: string) => {
    const { status, json } = await askApi(coffer.port, 'GET', `/run/${name}`)
    return [status, json.result]
  }
  expect(await run('large')).toEqual([200, 3_000_000])
  expect(await run('endless')).toEqual([200, expect.stringContaining('its output is larger than 32 MB')])
  expect(await run('slow')).toEqual([200, expect.stringContaining('it took more than 9 seconds')])
  expect(await run('failing')).toEqual([200, expect.stringContaining('exit status 3')])
  expect(await run('missing')).toEqual([200, expect.stringContaining('executable file not found in $PATH')])
  expect(await run('nowhere')).toEqual([200, expect.stringContaining('chdir /no/such/folder: no such file or directory')])
})
