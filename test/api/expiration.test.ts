import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../harness/askApi.ts'
import { copySample, type SampleCopy, sendMailTo } from '../harness/copySample.ts'
import { type MailSink, openMailSink } from '../harness/openMailSink.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

// The server runs in this thread, so it uses the fake clock of the tests.
const [minute, hour, day] = [60, 3_600, 86_400]

let copy: SampleCopy
let server: RunningServer
let sink: MailSink

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

/** Serves a copy with a clock that moves only when a test advances it. */
function serve(toFake: ('Date' | 'setTimeout' | 'clearTimeout')[]) {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake, now: new Date('2026-11-21T00:00:00Z') })
    sink = await openMailSink()
    copy = await copySample('magazine', [sendMailTo(sink.port)])
    server = await startServer({ dataDir: copy.dataDir })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.stop()
    await sink.close()
    await copy.remove()
  })
}

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/${path}`, requestOptions)

const post = (path: string, body: object, token?: string) => ask('POST', path, { body, token })

const ofUser = (name: string) => signToken(copy.dataDir, 'auth', `users:${name}`)
const ofAdmin = () => signToken(copy.dataDir, 'auth', 'admin')

const users = 'collections/users'

const mailedToken = async () => /\/(eyJ[\w.-]+)\)/.exec((await sink.take(1))[0]?.text ?? '')?.[1] ?? ''

/** Sends an otherwise invalid form, and returns whether the response blames the token. */
async function validityOf(path: string, token: string) {
  const { data } = (await post(path, { token, password: 'x', passwordConfirm: 'y' })).json as { data: Record<string, unknown> }
  return data.token === undefined ? 'valid' : 'invalid'
}

const validityByStatus = async (asked: Promise<ApiResponse>) => ((await asked).status < 300 ? 'valid' : 'invalid')

async function protectedFile() {
  const path = 'collections/media/records/media0000000002?fields=confidential'
  const { confidential } = (await ask('GET', path)).json as { confidential: string[] }
  return `files/media/media0000000002/${confidential[0]}`
}

describe('with a fake clock', () => {
  serve(['Date'])

  describe('a token is valid until its last second', () => {
    test.each<[string, number, () => Promise<unknown>, (token: string) => Promise<string>]>([
      [
        'of a user',
        14 * day,
        async () => (await post(`${users}/auth-refresh`, {}, ofUser('bob'))).json.token,
        token => validityByStatus(post(`${users}/auth-refresh`, {}, token)),
      ],
      [
        'of an admin',
        14 * day,
        async () => (await post('admins/auth-refresh', {}, ofAdmin())).json.token,
        token => validityByStatus(post('admins/auth-refresh', {}, token)),
      ],
      [
        'for a verification',
        7 * day,
        async () => {
          await post(`${users}/request-verification`, { email: 'frank@readers.example' })
          return mailedToken()
        },
        token => validityByStatus(post(`${users}/confirm-verification`, { token })),
      ],
      [
        'for a password reset',
        30 * minute,
        async () => {
          await post(`${users}/request-password-reset`, { email: 'carol@readers.example' })
          return mailedToken()
        },
        token => validityOf(`${users}/confirm-password-reset`, token),
      ],
      [
        'for the password reset of an admin',
        30 * minute,
        async () => {
          await post('admins/request-password-reset', { email: 'second@magazine.example' })
          return mailedToken()
        },
        token => validityOf('admins/confirm-password-reset', token),
      ],
      [
        'for an email change',
        30 * minute,
        async () => {
          await post(`${users}/request-email-change`, { newEmail: 'dave@new.example' }, ofUser('dave'))
          return mailedToken()
        },
        token => validityOf(`${users}/confirm-email-change`, token),
      ],
      [
        'for the files of an admin',
        2 * minute,
        async () => (await post('files/token', {}, ofAdmin())).json.token,
        // A backup with this name does not exist, which only a valid token reveals.
        async token => ((await ask('GET', `backups/none.zip?token=${token}`)).status === 400 ? 'valid' : 'invalid'),
      ],
    ])('the token %s is valid until its last second', async (_, seconds, issue, check) => {
      const token = String(await issue())
      pass(seconds - 1)
      expect(await check(token)).toBe('valid')
      pass(1)
      expect(await check(token)).toBe('invalid')
    })

    test('the file token of a user opens a protected file for two minutes', async () => {
      const token = (await post('files/token', {}, ofUser('bob'))).json.token
      const file = await protectedFile()
      await ask('PATCH', 'collections/media/records/media0000000002', { token: ofAdmin(), body: { public: false } })
      const status = async () => (await ask('GET', `${file}?token=${token}`)).status
      pass(119)
      expect(await status()).toBe(200)
      pass(1)
      expect(await status()).toBe(403)
    })
  })

  test('an email of one type is sent to the same address at most every two minutes', async () => {
    const askAll = async () => {
      const requests = [
        post(`${users}/request-verification`, { email: 'erin@readers.example' }),
        post(`${users}/request-password-reset`, { email: 'erin@readers.example' }),
        post('admins/request-password-reset', { email: 'editor@magazine.example' }),
      ]
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([204, 204, 204])
    }
    await askAll()
    expect(await sink.take(3)).toHaveLength(3)
    pass(119)
    await askAll()
    expect(await sink.take(0)).toHaveLength(0)
    pass(1)
    await askAll()
    expect(await sink.take(3)).toHaveLength(3)
  })

  test('a user with a linked provider is notified of password sign-ins, at most once a week', async () => {
    const signIn = async () => {
      const response = await post(`${users}/auth-with-password`, { identity: 'bob', password: 'password-bob' })
      expect(response.status).toBe(200)
    }
    const subjects = async (count: number) => (await sink.take(count)).map(({ subject }) => subject)
    await signIn()
    expect(await subjects(1)).toEqual(['Password login alert'])
    pass(7 * day - 1)
    await signIn()
    expect(await subjects(0)).toEqual([])
    pass(1)
    await signIn()
    expect(await subjects(1)).toEqual(['Password login alert'])
  })

  test('a record with a time-based rule becomes visible at that time without a change of data', async () => {
    const shown = async () => {
      const list = (await ask('GET', 'collections/posts/records?perPage=1')).json
      const one = await ask('GET', 'collections/posts/records/post00000000020')
      return [list.totalItems, one.status]
    }
    vi.setSystemTime(new Date('2099-01-01T07:59:59.999Z'))
    const [before, status] = await shown()
    expect(status).toBe(404)
    expect(await shown()).toEqual([before, 404])
    vi.setSystemTime(new Date('2099-01-01T08:00:00.000Z'))
    expect(await shown()).toEqual([Number(before) + 1, 200])
  })
})

describe('with a fake clock and fake timers', () => {
  serve(['Date', 'setTimeout', 'clearTimeout'])

  describe('an event stream', () => {
    const subscribe = async (clientId: string, subscriptions: string[], token?: string) =>
      (await post('realtime', { clientId, subscriptions }, token)).status

    test('an event stream ends five minutes after its last message', async () => {
      const listener = await openListener(server.port)
      const isKnown = async () => (await subscribe(listener.clientId, ['scratch/*'])) === 204
      pass(5 * minute - 1)
      expect(await isKnown()).toBe(true)
      await post('collections/scratch/records', { t: 'something new' })
      await expect.poll(listener.arrived).toBe(1)
      pass(5 * minute - 1)
      expect(await isKnown()).toBe(true)
      pass(1)
      await expect.poll(isKnown).toBe(false)
      listener.close()
    })

    test('an event stream keeps its identity after its token expires, but the token no longer changes its subscriptions', async () => {
      const token = signToken(copy.dataDir, 'auth', 'admin', { exp: '60' })
      const listener = await openListener(server.port)
      expect(await subscribe(listener.clientId, ['users/*'], token)).toBe(204)
      pass(61)
      await ask('PATCH', `${users}/records/carol0000000001`, { token: ofAdmin(), body: { name: 'Carol' } })
      await expect.poll(listener.arrived).toBe(1)
      expect(await subscribe(listener.clientId, ['users/*'], token)).toBe(403)
      listener.close()
    })
  })

  test('log entries are deleted after the configured days by an hourly job', async () => {
    const moments = () => queryDatabase(copy.dataDir, 'logs', 'SELECT created FROM _logs ORDER BY created').flat().map(String)
    const logged = async () => {
      const marker = `log-${Date.now()}`
      await ask('GET', `collections/${marker}/records`)
      // Queued entries are written after three seconds without a new one.
      pass(3)
      const sql = 'SELECT count(*) FROM _logs WHERE message LIKE ?'
      await expect.poll(() => queryDatabase(copy.dataDir, 'logs', sql, [`%${marker}%`])).toEqual([[1]])
    }
    const cut = () => new Date(Date.now() - 7 * day * 1000).toISOString().replace('T', ' ')
    await logged()
    pass(6 * hour)
    await logged()
    const kept = moments()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter(moment => moment <= cut())).toEqual([])
    pass(7 * day - 6 * hour)
    await logged()
    const isOldestRetained = () => (moments()[0] ?? '') > cut()
    await expect.poll(isOldestRetained).toBe(true)
    const [oldest] = moments()
    pass(5 * hour)
    await logged()
    expect(moments()[0]).toBe(oldest)
    pass(3 * day)
    await logged()
    await expect.poll(isOldestRetained).toBe(true)
  })

  test('automatic backups are created on schedule, and the oldest ones are deleted', async () => {
    const names = async () => {
      const { text } = await ask('GET', 'backups', { token: ofAdmin() })
      return (JSON.parse(text) as { key: string }[]).map(({ key }) => key).filter(key => key.startsWith('@auto'))
    }
    const dayOf = () => new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const made: string[] = []
    pass(day - ((Date.now() / 1000) % day) + 3 * hour - 1)
    const settings = { backups: { cron: '0 3 * * *', cronMaxKeep: 2 } }
    expect((await ask('PATCH', 'settings', { token: ofAdmin(), body: settings })).status).toBe(200)
    expect(await names()).toEqual([])
    pass(1)
    for (let turn = 0; turn < 3; turn += 1) {
      made.push(`@auto_pb_backup_small_magazine_${dayOf()}030000.zip`)
      await expect.poll(async () => (await names()).sort()).toEqual(made.slice(-2))
      await expect.poll(async () => (await ask('GET', 'health')).json.data).toMatchObject({ canBackup: true })
      pass(day)
    }
  })
})
