import { setTimeout as wait } from 'node:timers/promises'
import { askApi } from '../askApi.ts'
import { leaveUnread } from '../holdConnections.ts'
import { type AttackedServer, type HeadersOf, numbers, records } from '../realtimeAttack.ts'

/** Runs an attack once. Repeating it continues the attack. */
export type Attack = (server: AttackedServer, headersOf: HeadersOf) => Promise<unknown>

const unreadMs = 1_000

/** The path of a page of 56 MB, see `hugePages`. */
export const hugePage = `/api/${records}?perPage=30&filter=id~%22huge%22`

/**
 * Requests a large page several times, and leaves the responses unread.
 * @param whileUnread called when all requests have a status and no response has been read
 * @returns the statuses; 0 if a connection ended without a response
 */
export async function leavePagesUnread(
  { port }: AttackedServer,
  { path, count, headersOf }: { path: string; count: number; headersOf: HeadersOf },
  whileUnread: () => Promise<unknown> = () => wait(unreadMs),
): Promise<number[]> {
  const responses = numbers(count).map(number => leaveUnread(port, `${path}&number=${number}`, headersOf(number)))
  try {
    const statuses = await Promise.all(responses.map(({ status }) => status))
    await whileUnread()
    return statuses
  } finally {
    for (const { socket } of responses) socket.destroy()
  }
}

/** Encoded before, because that takes time of the process that other clients share. */
const manyKeys = new TextEncoder().encode(
  JSON.stringify({ j: Object.fromEntries(numbers(400_000).map(index => [`key${index}`, index])) }),
)

/** Returns filters that compare long texts with texts that repeat themselves. */
export function comparisonsOf(number: number): string[] {
  return [
    `t ~ ed && n != ${number}`,
    `t ~ "${'a'.repeat(900)}b${number}"`,
    numbers(40)
      .map(index => `t ~ "ab${number}c${index}"`)
      .join(' || '),
  ]
}

export const guesses = 'guesses of passwords'

/** Attacks with single requests, on a server with `attackPreparations`. */
export const requestAttacks: Record<string, Attack> = {
  'pages of 30 MB that are left unread': (server, headersOf) =>
    leavePagesUnread(server, { path: `/api/${records}?perPage=30&filter=id~%22large%22`, count: 10, headersOf }),
  'bodies with 400,000 keys': ({ port }, headersOf) =>
    Promise.all(
      numbers(10).map(number =>
        askApi(port, 'POST', `/api/${records}`, {
          body: manyKeys,
          headers: { ...headersOf(number), 'Content-Type': 'application/json' },
        }),
      ),
    ),
  'endless reads of a view': ({ port }, headersOf) =>
    Promise.all(
      numbers(6).map(number =>
        askApi(port, 'GET', `/api/collections/hostile/records?skipTotal=1&number=${number}`, { headers: headersOf(number) }),
      ),
    ),
  'lists that compare long texts': ({ port }, headersOf) =>
    Promise.all(
      numbers(12).map(number => {
        const filters = comparisonsOf(number)
        const query = new URLSearchParams({ filter: filters[number % filters.length] ?? '', skipTotal: '1' })
        return askApi(port, 'GET', `/api/${records}?${query}`, { headers: headersOf(number) })
      }),
    ),
  [guesses]: ({ port }, headersOf) =>
    Promise.all(
      numbers(40).map(number =>
        askApi(port, 'POST', '/api/collections/users/auth-with-password', {
          body: { identity: `guess${number}`, password: 'wrong password' },
          headers: headersOf(number),
        }),
      ),
    ),
}
