import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../../test/harness/askApi.ts'
import { startCoffer } from '../../../test/harness/coffer.ts'
import { copySample } from '../../../test/harness/copySample.ts'

/** Prints what the main thread has loaded of Node when the server ends. */
const printLoaded = 'process.on("exit", () => console.log(process.moduleLoadList.join(", ")))'

test('a server that has only answered over HTTP has not loaded the parts of Node for HTTP/2, TLS and fetch', async () => {
  const { dataDir, remove } = await copySample('fresh', [], 'sqlite')
  onTestFinished(remove)
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(printLoaded)}`)}`,
  }
  const server = await startCoffer(dataDir, [], { env })
  expect((await askApi(server.port, 'GET', '/api/health')).status).toBe(200)
  const { stdout } = await server.end('SIGTERM')
  const loaded = stdout.split(/, |\n/)
  expect(loaded).toContain('NativeModule http')
  const unused = ['http2', 'tls', 'internal/deps/undici/undici'].map(name => `NativeModule ${name}`)
  expect(loaded.filter(name => unused.includes(name))).toEqual([])
})
