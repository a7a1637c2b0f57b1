import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { samplesDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { uploadsUnderWay } from '../../harness/storedFiles.ts'

let copy: SampleCopy
let server: RunningServer
let fingerprint: Fingerprint
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
  fingerprint = openFingerprint(copy.dataDir)
})
afterAll(async () => {
  fingerprint.close()
  await server.stop()
  await copy.remove()
})

const ask = (who: string, method: string, path: string, body?: object): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/collections/${path}`, {
    token: who === 'guest' ? undefined : signToken(copy.dataDir, 'auth', who),
    ...(body && { body }),
  })

/** Builds a form from values and files by field. */
function form(values: object, uploads: [field: string, file: string][]): FormData {
  const data = new FormData()
  data.set('@jsonPayload', JSON.stringify(values))
  for (const [field, file] of uploads) data.append(field, new File([readFileSync(join(samplesDir, 'files', file))], file))
  return data
}

const post = { title: 'Another', status: 'draft', category: 'category0000002', author: 'author000000001' }
const account = { username: 'somebody', password: 'password-somebody', passwordConfirm: 'password-somebody' }
const posted: [string, string][] = [
  ['cover', 'square.png'],
  ['attachments', 'note.txt'],
  ['attachments', 'photo.jpg'],
]
const cover: [string, string][] = [['cover', 'square.png']]
const avatar: [string, string][] = [['avatar', 'square.png']]
const missing = "The requested resource wasn't found."
const notCreated = 'Failed to create record.'
const generic = 'Something went wrong while processing your request.'

/** Rejected requests: requester, method, path, body, status, message, and invalid fields. */
const refused: Record<string, [string, string, string, object | undefined, number, string, string[]?]> = {
  'a new record that the rule rejects': [
    ...(['guest', 'POST', 'media/records'] as const),
    form({ title: 'x', kinds: ['image'] }, [
      ['file', 'square.png'],
      ['gallery', 'photo.jpg'],
      ['confidential', 'note.txt'],
    ]),
    400,
    notCreated,
  ],
  'an update that the rule rejects': [
    ...(['users:carol', 'PATCH', 'media/records/media0000000001'] as const),
    form({ title: 'x' }, [
      ['file', 'square.png'],
      ['gallery', 'photo.jpg'],
    ]),
    404,
    missing,
  ],
  'a missing record': ['admin', 'PATCH', 'media/records/absent000000000', form({}, [['file', 'square.png']]), 404, missing],
  'no rule': [
    'users:alice',
    'POST',
    'registry/records',
    form({ name: 'x' }, [['file', 'note.txt']]),
    403,
    'Only admins can perform this action.',
  ],
  'a view': ['admin', 'POST', 'post_stats/records', form({ title: 'x' }, posted), 400, 'Unsupported collection type.'],
  'an unknown collection': ['admin', 'POST', 'nothing/records', form({ title: 'x' }, posted), 404, missing],
  'a new value that is not unique': [
    'admin',
    'POST',
    'posts/records',
    form({ ...post, slug: 'article-1' }, posted),
    400,
    notCreated,
    ['slug'],
  ],
  'a changed value that is not unique': [
    ...(['admin', 'PATCH', 'posts/records/post00000000002'] as const),
    form({ slug: 'article-1' }, cover),
    400,
    'Failed to update record.',
    ['slug'],
  ],
  'an invalid value': ['admin', 'POST', 'posts/records', form({ ...post, status: 'lost' }, posted), 400, generic, ['status']],
  'a removed required value': [
    ...(['admin', 'PATCH', 'posts/records/post00000000001'] as const),
    form({ category: '' }, cover),
    400,
    generic,
    ['category'],
  ],
  'a file of the wrong type with a valid one': [
    ...(['admin', 'POST', 'posts/records'] as const),
    form({ ...post, slug: 'x' }, [
      ['attachments', 'note.txt'],
      ['cover', 'page.html'],
    ]),
    400,
    generic,
    ['cover'],
  ],
  'too many files': [
    ...(['admin', 'PATCH', 'posts/records/post00000000001'] as const),
    form({}, [
      ['attachments', 'note.txt'],
      ['attachments', 'note.txt'],
    ]),
    400,
    generic,
    ['attachments'],
  ],
  'an unknown name of a stored file': [
    ...(['admin', 'PATCH', 'posts/records/post00000000001'] as const),
    form({ attachments: ['../../../data.db'] }, cover),
    400,
    'Failed to load the submitted data due to invalid formatting.',
    ['attachments'],
  ],
  'a dangling relation': [
    'admin',
    'POST',
    'posts/records',
    form({ ...post, author: 'absent000000000' }, posted),
    400,
    generic,
    ['author'],
  ],
  'an auth record without a password': [
    'guest',
    'POST',
    'users/records',
    form({ username: 'x1y' }, avatar),
    400,
    notCreated,
    ['password', 'passwordConfirm'],
  ],
  'a username that is taken': [
    'guest',
    'POST',
    'users/records',
    form({ ...account, username: 'BOB' }, avatar),
    400,
    notCreated,
    ['username'],
  ],
  'an email that is taken': [
    ...(['guest', 'POST', 'users/records'] as const),
    form({ ...account, email: 'bob@readers.example' }, avatar),
    400,
    notCreated,
    ['email'],
  ],
  'an auth record that is verified from the start': [
    'guest',
    'POST',
    'users/records',
    form({ ...account, verified: true }, avatar),
    400,
    generic,
    ['verified'],
  ],
  'an auth record with a role': ['guest', 'POST', 'users/records', form({ ...account, role: 'chief' }, avatar), 400, notCreated],
  'an auth record with the id of one in another collection': [
    ...(['guest', 'POST', 'clients/records'] as const),
    form({ ...account, id: 'bob000000000001', email: 'new@client-a.example', company: 'X', plan: 'free' }, [
      ['logo', 'square.png'],
    ]),
    400,
    notCreated,
  ],
  'a new password without the old one': [
    ...(['users:bob', 'PATCH', 'users/records/bob000000000001'] as const),
    form({ password: 'another-one', passwordConfirm: 'another-one', oldPassword: 'wrong' }, avatar),
    400,
    generic,
    ['oldPassword'],
  ],
  'an update of another user': [
    'users:carol',
    'PATCH',
    'users/records/bob000000000001',
    form({ name: 'x' }, avatar),
    404,
    missing,
  ],
  'a deletion that the rule rejects': ['users:carol', 'DELETE', 'media/records/media0000000001', undefined, 404, missing],
  'a deletion of a required record, after cascades that succeed': [
    ...(['admin', 'DELETE', 'categories/records/category0000001'] as const),
    undefined,
    400,
    'Failed to delete record. Make sure that the record is not part of a required relation reference.',
  ],
}

describe('a rejected request leaves the data directory unchanged', () => {
  test.each(Object.entries(refused))(
    'a rejected request leaves the data directory unchanged: %s',
    async (_, [who, method, path, body, code, message, fields = []]) => {
      const before = fingerprint.take()
      const response = await ask(who, method, path, body)
      expect({ ...response.json, data: Object.keys(response.json.data ?? {}) }, response.text).toEqual({
        code,
        message,
        data: fields,
      })
      await expect.poll(() => uploadsUnderWay(copy.dataDir), { interval: 2 }).toEqual([])
      expect(fingerprint.take()).toEqual(before)
    },
  )

  test('an interrupted upload leaves the data directory unchanged', async () => {
    const before = fingerprint.take()
    const head = [
      'POST /api/collections/scratch/records HTTP/1.1',
      'Host: x',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 900000',
      '',
      '--b',
      'Content-Disposition: form-data; name="f1"; filename="half.txt"',
      '',
      '',
    ].join('\r\n')
    const socket = connect(server.port, '127.0.0.1')
    socket.write(head + 'half of a file '.repeat(20_000))
    await expect.poll(() => uploadsUnderWay(copy.dataDir).length, { interval: 2 }).toBe(1)
    socket.destroy()
    await expect.poll(() => uploadsUnderWay(copy.dataDir), { interval: 2 }).toEqual([])
    expect(fingerprint.take()).toEqual(before)
  })
})

describe('information in rejections', () => {
  test.each(['GET', 'PATCH', 'DELETE'])('%s of a hidden record gets the same response as a missing record', async method => {
    const hidden = await ask('users:dave', method, 'media/records/media0000000004')
    const absent = await ask('users:dave', method, 'media/records/absent000000000')
    expect(hidden.status).toBe(404)
    expect([absent.status, absent.text]).toEqual([hidden.status, hidden.text])
  })

  test.each(['GET', 'PATCH', 'DELETE'])(
    '%s without a rule gets the same response for an existing and a missing record',
    async method => {
      const there = await ask('users:alice', method, 'secrets/records/secret000000001')
      const absent = await ask('users:alice', method, 'secrets/records/absent000000000')
      expect(there.status).toBe(403)
      expect(absent.text).toBe(there.text)
    },
  )

  test.each(['guest', 'users:alice', 'admin'])('%s cannot write to a view, whatever its rules are', async who => {
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', '/post00000000001'],
      ['DELETE', '/post00000000001'],
    ] as const) {
      const { json } = await ask(who, method, `post_stats/records${path}`, {})
      expect(json, method).toEqual({ code: 400, message: 'Unsupported collection type.', data: {} })
    }
  })

  test('a malformed body is reported only to requesters whom the rule accepts', async () => {
    const path = '/api/collections/media/records/media0000000001'
    const send = (who: string) =>
      askApi(server.port, 'PATCH', path, {
        token: signToken(copy.dataDir, 'auth', who),
        body: '{"title"',
        headers: { 'Content-Type': 'application/json' },
      })
    expect((await send('users:carol')).status).toBe(404)
    expect((await send('users:alice')).status).toBe(400)
  })

  test("an invalid token, or one of another type, is treated as a guest's", async () => {
    const list = async (token?: string) => (await askApi(server.port, 'GET', '/api/collections/posts/records', { token })).text
    const token = signToken(copy.dataDir, 'auth', 'users:alice')
    const [asGuest, asAlice] = [await list(), await list(token)]
    expect(asAlice).not.toBe(asGuest)
    expect(await list(`Bearer ${token}`)).toBe(asAlice)
    const wrong = ['nonsense', `${token}x`, token.slice(0, -1), `Bearer${token}`, signToken(copy.dataDir, 'file', 'users:alice')]
    for (const one of wrong) expect(await list(one), one).toBe(asGuest)
  })
})
