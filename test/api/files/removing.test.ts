import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { samplesDir } from '../../harness/paths.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { everyStoredFile } from '../../harness/storedFiles.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const records = '/api/collections/scratch/records'
const photo = new Uint8Array(readFileSync(join(samplesDir, 'files/photo.jpg')))
const times = <T>(count: number, run: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => run(index))

function withPhoto(): FormData {
  const body = new FormData()
  body.set('f1', new File([photo], 'photo.jpg'))
  return body
}

/** Requests a file in different ways before and after its record is changed, and returns the statuses. */
async function askAround(change: (id: string) => ReturnType<typeof askApi>) {
  const { json } = await askApi(server.port, 'POST', records, { body: withPhoto() })
  const id = String(json.id)
  const questions = ['', '?thumb=100x100', '?download=1']
  const ask = (index: number) => {
    const headers: Record<string, string> = index % 2 === 0 ? {} : { Range: 'bytes=0-9' }
    return askApi(server.port, 'GET', `/api/files/scratch/${id}/${json.f1}${questions[index % 3]}`, { headers })
  }
  const responses = await Promise.all([...times(9, ask), change(id), ...times(9, ask)])
  return { id, statuses: new Set(responses.map(({ status }) => status)) }
}

const storedOf = (id: string) => everyStoredFile(copy.dataDir).filter(file => file.includes(`/${id}/`))

test('during the deletion of its record a file is either sent or missing, and its thumbs are removed', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id, statuses } = await askAround(id => askApi(server.port, 'DELETE', `${records}/${id}`))
    expect([200, 204, 206, 404]).toEqual(expect.arrayContaining([...statuses]))
    await expect.poll(() => storedOf(id), { interval: 5 }).toEqual([])
  }
})

test('while another file replaces it, a file is either sent or missing, and its thumbs are removed', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id, statuses } = await askAround(id => askApi(server.port, 'PATCH', `${records}/${id}`, { body: withPhoto() }))
    expect([200, 206, 404]).toEqual(expect.arrayContaining([...statuses]))
    const { json } = await askApi(server.port, 'GET', `${records}/${id}`)
    const kept = `storage/mgscratch000001/${id}/${json.f1}`
    await expect.poll(() => storedOf(id), { interval: 5 }).toEqual([kept, `${kept}.attrs`])
  }
})
