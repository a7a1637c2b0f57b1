import { strict as assert } from 'node:assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askApi, type RequestOptions } from '../../test/harness/askApi.ts'
import { attackArgs } from '../../test/harness/attacks/preparations.ts'
import { fastPasswords } from '../../test/harness/fastPasswords.ts'
import { numbers, records } from '../../test/harness/realtimeAttack.ts'
import { temporaryFolder } from '../harness/temporaryFolder.ts'
import type { OpenAttack } from './MeasuredAttack.ts'

const nativeHook = `
import { connect, createServer } from 'node:net'
import { onRecord } from 'coffer'
onRecord('scratch', {
  async beforeCreate({ input }) {
    const all: number[][] = []
    if (input.t === 'spin') for (;;);
    if (input.t === 'grow') for (;;) all.push(new Array(100_000).fill(Math.random()))
    if (input.t === 'sockets') {
      const server = createServer().listen(0, '127.0.0.1')
      await new Promise(resolve => server.once('listening', resolve))
      for (let i = 0; i < 10_000; i += 1) connect(server.address().port, '127.0.0.1').on('error', () => {})
    }
    await new Promise(() => {})
  },
})`

const pbHook = `
routerAdd('GET', '/spin', () => { for (;;); })
routerAdd('GET', '/grow', () => { const all = []; for (;;) all.push({ list: [1, 2, 3] }) })`

interface Folder {
  option: string
  file: string
  source: string
}

const native: Folder = { option: '--hooks', file: 'faults.ts', source: nativeHook }
const pb: Folder = { option: '--hooksDir', file: 'main.pb.js', source: pbHook }

const concurrentCalls = 4

/** Sends requests whose hooks have to be stopped, some at the same time. */
function callHooks({ option, file, source }: Folder, method: string, path: string, options?: RequestOptions): OpenAttack {
  return async () => {
    const folder = temporaryFolder()
    await writeFile(join(folder.path, file), source)
    return {
      attack: ({ port }, headersOf) =>
        Promise.all(
          numbers(concurrentCalls).map(async number => {
            const { status, text } = await askApi(port, method, path, { ...options, headers: headersOf(number) })
            assert([500, 503].includes(status), `${status} ${text.slice(0, 300)}`)
          }),
        ),
      preparations: [fastPasswords],
      args: [...attackArgs, option, folder.path],
      endsHooks: true,
      close: folder.remove,
    }
  }
}

/** Hooks that never end. Other clients use collections without hooks. */
export const faultyHooks: Record<string, OpenAttack> = {
  'a hook that spins': callHooks(native, 'POST', `/api/${records}`, { body: { t: 'spin' } }),
  'a hook that allocates without end': callHooks(native, 'POST', `/api/${records}`, { body: { t: 'grow' } }),
  'a hook that opens 10,000 sockets': callHooks(native, 'POST', `/api/${records}`, { body: { t: 'sockets' } }),
  'a hook that never answers': callHooks(native, 'POST', `/api/${records}`, { body: { t: 'hang' } }),
  'a route of pb_hooks that spins': callHooks(pb, 'GET', '/spin'),
  'a route of pb_hooks that allocates without end': callHooks(pb, 'GET', '/grow'),
}
