import { expect } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'
import { type BuiltCollection, emailOf, password } from './randomCollections.ts'

export const requesters = ['guest', 'users:alice', 'users:bob', 'admin'] as const
type Who = (typeof requesters)[number]

const prefixes = ['/api', '/today/api']

const claimsOfToday = (who: Who) => ({ type: 'auth', ...(who === 'admin' && { collectionId: 'pbc_3142635823' }) })

/** Returns the requester in each dialect, by the prefix and by the type of the token. */
export function waysOf({ dataDir }: ServedMagazine, who: Who): { prefix: string; token: string | undefined }[] {
  const tokens =
    who === 'guest' ? [undefined] : [signToken(dataDir, 'auth', who), signToken(dataDir, 'auth', who, claimsOfToday(who))]
  return tokens.flatMap(token => prefixes.map(prefix => ({ prefix, token })))
}

/** Asserts that all ways of a requester get the same answer, without hidden fields unless it is an admin. */
export async function compareAnswers(magazine: ServedMagazine, who: Who, path: string): Promise<void> {
  const answers = await Promise.all(
    waysOf(magazine, who).map(async ({ prefix, token }) => {
      const { status, json, text } = await askApi(magazine.port, 'GET', `${prefix}${path}`, { token })
      if (who !== 'admin' && status === 200) expect(text, `${who} ${path}`).not.toContain('"hidden_')
      return { status, shown: status === 200 ? (json.items ?? json) : undefined }
    }),
  )
  for (const answer of answers) expect(answer, `${who} ${path}`).toEqual(answers[0])
}

const query = '?expand=owner,peer,peer.owner'
const changed = { hidden_1: 'secret', a: 'new' }

/** A change of a record, by its path below the prefix. */
interface Change {
  method: 'POST' | 'PATCH'
  path: string
  token: string | undefined
}

/** Sends a change as the only one of a batch, and returns the response to it. */
async function sendInBatch(
  port: number,
  { method, path, token }: Change,
): Promise<Pick<ApiResponse, 'status' | 'json' | 'text'>> {
  const body = { requests: [{ method, url: `/api${path}`, body: changed }] }
  const { status, json, text } = await askApi(port, 'POST', '/today/api/batch', { token, body })
  const [first] = Object.values(json) as { body: Record<string, unknown> }[]
  return { status, json: status === 200 ? (first?.body ?? {}) : json, text }
}

/**
 * Asserts that a change is allowed or rejected in both dialects and in a batch alike, and that the answers show the same fields, none of
 * them hidden.
 */
export async function compareChanges(magazine: ServedMagazine, who: Who, built: BuiltCollection): Promise<void> {
  const { port } = magazine
  const { name, ids, isAuth } = built
  if (isAuth) return
  const shown = new Set<string>()
  const records = `/collections/${name}/records`
  for (const [method, path] of [
    ['POST', `${records}${query}`],
    ['PATCH', `${records}/${ids[0]}${query}`],
  ] as const) {
    const allowed = new Set<boolean>()
    for (const { prefix, token } of waysOf(magazine, who)) {
      const alone = await askApi(port, method, `${prefix}${path}`, { token, body: changed })
      const answers = prefix === '/api' ? [alone] : [alone, await sendInBatch(port, { method, path, token })]
      for (const { status, json, text } of answers) {
        allowed.add(status === 200)
        if (status !== 200) continue
        if (who !== 'admin') expect(text, `${who} ${method} ${name}`).not.toContain('"hidden_')
        const keys = Object.keys(json).filter(key => key !== 'expand')
        shown.add(keys.sort().join())
      }
    }
    expect(allowed.size, `${who} ${method} ${name}`).toBe(1)
  }
  expect(shown.size, `${who} ${name}: ${[...shown]}`).toBeLessThanOrEqual(1)
}

/** Asserts that a record that signs in, refreshes its token or is impersonated is the same in both dialects, without hidden fields. */
export async function compareSignIns({ port, admin }: ServedMagazine, { name, ids, isAuth }: BuiltCollection): Promise<void> {
  if (!isAuth) return
  const records: unknown[] = []
  const signIn = async (prefix: string, action: string, options: { token?: string; body?: object }) => {
    const path = `${prefix}/collections/${name}/${action}${query}`
    const { status, json, text } = await askApi(port, 'POST', path, options)
    expect([status, text.includes('"hidden_')], `${path}: ${text}`).toEqual([200, false])
    records.push(json.record)
    return String(json.token)
  }
  const body = { identity: emailOf(name, 0), password }
  for (const first of prefixes) {
    const token = await signIn(first, 'auth-with-password', { body })
    for (const prefix of prefixes) await signIn(prefix, 'auth-refresh', { token })
  }
  await signIn('/today/api', `impersonate/${ids[0]}`, { token: admin, body: { duration: 60 } })
  for (const record of records) expect(record, name).toEqual(records[0])
}
