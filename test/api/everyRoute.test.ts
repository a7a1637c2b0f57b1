import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { addressOf } from '../harness/addressOf.ts'
import type { ApiResponse, RequestOptions } from '../harness/askApi.ts'
import { signToken } from '../harness/signToken.ts'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

/** A value that users type into forms; no response and no log may repeat it. */
const typedPassword = 'sesame-open-yourself'

let server: WatchedServer
let tokens: (string | undefined)[] = []
beforeAll(async () => {
  server = await watchServer()
  tokens = [undefined, signToken(server.dataDir, 'auth', 'users:bob'), server.admin]
})
afterEach(() => server.assertAlive())
afterAll(() => server.close([typedPassword]))

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const wrongTypes = ['id', 'email', 'identity', 'password', 'token', 'name', 'meta', 'collections', 'newEmail', 'file']

const bodies: [string, string][] = [
  ...['', '{', '[]', '[{}]', '"x"', '1', '\0', '{"__proto__":{"identity":"x"}}', nested(20_000)].map((body): [string, string] => [
    'application/json',
    body,
  ]),
  ...[true, -1.5, 'x', ['x'], { x: 1 }].map((value): [string, string] => [
    'application/json',
    JSON.stringify(Object.fromEntries(wrongTypes.map(name => [name, value]))),
  ]),
  ['application/json', `{"identity":"a@b.example","password":"${typedPassword}" oops`],
  ['application/x-www-form-urlencoded', 'identity=%zz&password=&&=&id[]=x&avatar=x'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.zip"\r\n\r\nx\r\n--x--',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="@jsonPayload"\r\n\r\n{\r\n--x--\r\n'],
  ['multipart/form-data', '--x'],
  ['text/plain', 'identity'],
]
const queries = [
  'fields=(',
  'fields=*:nope(1)',
  'pretty',
  'page=x',
  'filter=(',
  'sort=,',
  'expand=__proto__',
  'token=x.y.z',
  '%zz=%',
  'thumb=0x0',
]
const oddParameters = [
  'unknown',
  '%00',
  '%zz',
  '%ff',
  '__proto__',
  'constructor',
  '..%2f..%2fdata.db',
  `${'x'.repeat(3000)}`,
  '%25',
  "';--",
]

const knownParameters: Record<string, string> = { collection: 'users', id: 'bob000000000001', recordId: 'bob000000000001' }

const fill = (path: string, value: (name: string) => string) => path.replace(/:(\w+)/g, (_, name: string) => value(name))

/** Event streams are excluded because they do not end. */
const routes = endpoints.filter(({ method, path }) => !(method === 'GET' && path === '/realtime'))

test.each(routes.map(route => [route.method, addressOf(route)] as const))(
  '%s %s accepts any input without a 5xx',
  async (method, path) => {
    const requests: [string, RequestOptions][] = []
    const takesBody = method !== 'GET' && method !== 'HEAD'
    // DELETE requests use unknown ids, so that the sample data stays.
    const known = fill(path, name => (method === 'DELETE' ? 'unknown' : (knownParameters[name] ?? 'unknown')))
    for (const token of tokens) {
      for (const query of queries) requests.push([`${known}?${query}`, { token }])
      if (path.includes(':')) for (const odd of oddParameters) requests.push([fill(path, () => odd), { token }])
      if (takesBody)
        for (const [type, body] of bodies)
          requests.push([known, { token, body: Buffer.from(body), headers: { 'Content-Type': type } }])
    }
    const responses: ApiResponse[] = []
    for (let start = 0; start < requests.length; start += 10) {
      const some = requests.slice(start, start + 10)
      responses.push(...(await Promise.all(some.map(([target, requestOptions]) => server.ask(method, target, requestOptions)))))
    }
    expect(responses).toHaveLength(requests.length)
  },
)
