import { articleBody } from '../fixture/articleRows.ts'
import { userEmail, userPassword } from '../fixture/credentials.ts'
import { articleCount, idOf, spareCount, userCount } from '../fixture/fixtureSize.ts'
import { type Random, randomFrom } from '../fixture/randomFrom.ts'
import { get, recordsPath, sendJson } from '../lines/requests.ts'
import type { LoadRequest } from '../load/Load.ts'

/** One request in this number is a sign-in, which keeps a core busy for a quarter of a second. */
const signInEvery = 2000

const [articles, guarded, spare, users] = ['articles', 'guarded', 'spare', 'users'].map(recordsPath) as [
  string,
  string,
  string,
  string,
]

type Make = (random: Random, token: string) => LoadRequest

/** Each kind of request appears as often as in ten requests. */
const kinds: readonly Make[] = [
  random => get(articles, { page: String(1 + random(100)) }),
  random => get(articles, { page: String(1 + random(100)), sort: '-created', skipTotal: '1', expand: 'author' }),
  random => get(`${articles}/${idOf('a', 1 + random(articleCount))}`),
  random => get(`${articles}/${idOf('a', 1 + random(articleCount))}`, { expand: 'author,team.members' }),
  random => get(`${users}/${idOf('u', 1 + random(userCount))}`),
  random => get(articles, { filter: `title ~ 'word ${random(1_000_000_000)}' && score > ${random(1000)}` }),
  (_, token) => get(guarded, { expand: 'author,team' }, { Authorization: token }),
  random => sendJson('POST', spare, articleBody(random)),
  random => sendJson('PATCH', `${spare}/${idOf('s', 1 + random(spareCount))}`, { title: `Title ${random(1_000_000)}` }),
  (_, token) => sendJson('POST', '/api/collections/users/auth-refresh', {}, { Authorization: token }),
]

const signIn: Make = random =>
  sendJson('POST', '/api/collections/users/auth-with-password', {
    identity: userEmail(1 + random(userCount)),
    password: userPassword.text,
  })

/** Generates requests of all kinds in random order, different for every seed. */
export function mixedRequests(seed: number, count: number, tokens: readonly string[]): LoadRequest[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const make = random(signInEvery) === 0 ? signIn : kinds[random(kinds.length)]
    return (make ?? signIn)(random, tokens[random(tokens.length)] ?? '')
  })
}
