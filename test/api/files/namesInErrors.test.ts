import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'inline' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

async function send(method: string, path: string, field: string) {
  const body = new FormData()
  body.append(field, new File(['a plain text'], 'My notes.png', { type: 'image/png' }))
  const headers = { Authorization: signToken(copy.dataDir, 'auth', 'admin') }
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, { method, headers, body })
  const { data } = (await response.json()) as { data: Record<string, { message: string }> }
  return data[field]?.message
}

test.each([
  ['PATCH', 'collections/users/records/frank0000000001', 'avatar', 'image/png, image/jpeg, image/gif, image/svg+xml, image/webp'],
  ['POST', 'backups/upload', 'file', 'application/zip'],
])(
  'an error of %s %s names a file by its stored name as 0.22 does, and by its original name with ?explain=1',
  async (method, path, field, types) => {
    expect(await send(method, path, field)).toMatch(/^"my_notes_\w{10}\.(?:txt|png)" mime type must be one of/)
    expect(await send(method, `${path}?explain=1`, field)).toBe(`"My notes.png" mime type must be one of: ${types}.`)
  },
)
