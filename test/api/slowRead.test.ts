import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { slowView, slowViewName } from '../harness/slowView.ts'

const quickPaths = ['/api/health', '/api/collections/posts/records?perPage=5', '/api/collections/tags/records?sort=name']

/** Starts a server on which a read can be made to take some seconds. */
async function startSlow(seconds: number) {
  const copy = await copySample('magazine', slowView(seconds))
  onTestFinished(copy.remove)
  const coffer = await startCoffer(copy.dataDir)
  let isReading = false
  const read = async () => {
    isReading = true
    const response = await askApi(coffer.port, 'GET', `/api/collections/${slowViewName}/records?skipTotal=1`).catch(
      () => undefined,
    )
    isReading = false
    return response
  }
  return { ...coffer, dataDir: copy.dataDir, read, isReading: () => isReading }
}

/** Sends a request and disconnects once the server has received it, which the response to the preceding request shows. */
async function askAndLeave(port: number, path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const request = (asked: string) => `GET ${asked} HTTP/1.1\r\nHost: magazine.example\r\n\r\n`
  socket.write(request('/api/health') + request(path))
  await once(socket, 'data')
  socket.destroy()
}

test('during a read of ten seconds, a hundred sequential requests get a response', async () => {
  const { port, end, read, isReading } = await startSlow(10)
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  void read()
  for (let turn = 0; turn < 100; turn += 1) {
    const { status } = await askApi(port, 'GET', quickPaths[turn % quickPaths.length] ?? '')
    expect(status).toBe(200)
  }
  expect(isReading(), 'the slow read is still going on').toBe(true)
})

test('during a read of half a minute, records can be written and the server can be stopped', async () => {
  const { dataDir, port, end, read } = await startSlow(30)
  const reading = read()
  await wait(100)
  const { status } = await askApi(port, 'POST', '/api/collections/scratch/records', { body: { t: 'meanwhile' } })
  expect(status).toBe(200)
  await end('SIGTERM')
  expect(await reading, 'the answer of the read, which the end did not wait for').toBeUndefined()
  expect(queryDatabase(dataDir, 'data', "SELECT count(*) FROM scratch WHERE t = 'meanwhile'")).toEqual([[1]])
})

test('requests received before a stop are completed and logged, also for clients that have disconnected', async () => {
  const { dataDir, port, end, read } = await startSlow(0.02)
  // The first read of a view starts a child process for such reads.
  expect((await read())?.status).toBe(200)
  const paths = [1, 2, 3].map(number => `/api/collections/${slowViewName}/records?skipTotal=1&number=${number}`)
  await Promise.all(paths.map(path => askAndLeave(port, path)))
  expect(await end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
  const sql = `SELECT json_extract(data, '$.url') AS url FROM _logs WHERE url LIKE '%${slowViewName}%number=%' ORDER BY url`
  const logged = queryDatabase(dataDir, 'logs', sql).flat()
  expect(logged).toEqual(paths)
})
