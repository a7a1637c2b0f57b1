import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { CertificateAuthority } from '../openCertificateAuthority.ts'

/**
 * What the authority does: `limitsAccounts` and `limitsPolls` reject new accounts and requests for the status of the first challenge with
 * a rate limit of two hours. All other challenges stay pending.
 */
export type AuthorityBehavior = 'limitsAccounts' | 'limitsPolls' | 'neverEnds'

export interface SlowAuthority {
  directoryUrl: string
  /** Number of requests so far. */
  requests: () => number
  /** Number of requests for the challenge of an order so far: the first one begins it, and the others ask for its status. */
  polls: (order?: number) => number
  close: () => void
}

/** Starts an ACME authority on this machine that never issues a certificate. */
export async function openAuthority(authority: CertificateAuthority, behavior: AuthorityBehavior): Promise<SlowAuthority> {
  const files = await authority.issue(['localhost'])
  const counts = { requests: 0, orders: 0, polls: new Map<string, number>() }
  const server = createServer(
    { cert: await readFile(files.certificate), key: await readFile(files.key) },
    (incoming, outgoing) => {
      counts.requests += 1
      const base = `https://${incoming.headers.host}`
      outgoing.setHeader('Replay-Nonce', `nonce${counts.requests}`)
      const send = (status: number, json: object, location = '') =>
        outgoing
          .writeHead(status, { 'Content-Type': 'application/json', ...(location !== '' && { Location: `${base}${location}` }) })
          .end(JSON.stringify(json))
      const limit = () => {
        const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many requests', status: 429 }
        outgoing
          .writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '7200' })
          .end(JSON.stringify(problem))
      }
      const [, resource = '', order = ''] = (incoming.url ?? '').split('/')
      const challenge = { type: 'tls-alpn-01', url: `${base}/challenge/${order}`, token: 'token', status: 'pending' }
      const answers: Record<string, () => void> = {
        directory: () => send(200, { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` }),
        nonce: () => void outgoing.end(),
        account: () => (behavior === 'limitsAccounts' ? limit() : void send(201, { status: 'valid' }, '/account/1')),
        order: () => {
          counts.orders += 1
          const authorizations = [`${base}/authorization/${counts.orders}`]
          send(201, { status: 'pending', authorizations, finalize: `${base}/finalize` }, `/order/${counts.orders}`)
        },
        authorization: () =>
          send(200, { status: 'pending', identifier: { type: 'dns', value: 'one.example.test' }, challenges: [challenge] }),
        challenge: () => {
          const polls = (counts.polls.get(order) ?? 0) + 1
          counts.polls.set(order, polls)
          if (behavior === 'limitsPolls' && order === '1' && polls > 1) limit()
          else send(200, challenge)
        },
      }
      answers[resource]?.()
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    directoryUrl: `https://localhost:${port}/directory`,
    requests: () => counts.requests,
    polls: (order = 1) => counts.polls.get(String(order)) ?? 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
