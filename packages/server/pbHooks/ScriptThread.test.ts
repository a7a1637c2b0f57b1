import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HostAnswer, HostRequest, RegisteredRoute, ScriptRequest } from './messages.ts'
import { ScriptThread, type ThreadOptions } from './ScriptThread.ts'

const request: ScriptRequest = {
  ...{ method: 'GET', url: '/begin', headers: {}, params: {}, pattern: '/begin', remoteIp: '127.0.0.1', isSecure: false },
}

test('a transaction that begins only after its thread was ended is rolled back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-thread-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'main.pb.js'), `routerAdd('GET', '/begin', (c) => $app.dao().runInTransaction(() => {}))`)
  const begun = Promise.withResolvers<HostAnswer>()
  const asked: HostRequest[] = []
  const options: ThreadOptions = {
    ...{ folder, dataDir: folder, isDev: false, variables: [] },
    perform: async operation => {
      asked.push(operation)
      return operation.name === 'begin' ? begun.promise : { result: null }
    },
  }
  const loader = new ScriptThread(options)
  const loaded = await loader.load()
  await loader.close()
  const thread = new ScriptThread(options, loaded)
  await thread.ready()
  const call = thread.call({ kind: 'route', route: loaded.routes[0] as RegisteredRoute, request })
  const rejected = expect(call).rejects.toThrow('The server stops.')
  await expect.poll(() => asked.map(({ name }) => name)).toContain('begin')
  await thread.close()
  await rejected
  begun.resolve({ result: 5 })
  await expect.poll(() => asked).toContainEqual({ name: 'end', args: [5, false] })
  expect(thread.transactions).toEqual([])
})
