import type { Line } from './Line.ts'
import { get, neverRepeated, recordsPath } from './requests.ts'
import { isPage } from './responseChecks.ts'

const fixture = 'large'
const connections = 32
const sortedAmongFew = 'sorted, skipTotal, among 10,000'

/** Creates requests of the same list, which differ in a parameter that has no meaning, because the server caches responses by URL. */
const sameList = (collection: string, query: Record<string, string>) => () =>
  neverRepeated(number => get(recordsPath(collection), { ...query, number: String(number) }))

const sorted = { sort: '-created', skipTotal: '1' }

/** Lines for lists beside and in a collection of a million records. */
export const largeLines: readonly Line[] = [
  {
    name: sortedAmongFew,
    fixture,
    connections,
    isFirstTime: true,
    requests: sameList('articles', sorted),
    isRight: isPage(30, { counted: false }),
  },
  {
    name: 'sorted, skipTotal, among 1,000,000',
    fixture,
    connections,
    isFirstTime: true,
    requests: sameList('big', sorted),
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'p50 of', line: sortedAmongFew, times: 1.2 },
  },
  {
    name: 'list 30, skipTotal, of 1,000,000',
    fixture,
    connections,
    isFirstTime: true,
    requests: sameList('big', { skipTotal: '1' }),
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'rate', peer: 1284, times: 5 },
  },
  {
    // The count is the same in all responses, so the server can cache it.
    name: 'list 30, counted, of 1,000,000',
    fixture,
    connections,
    isFirstTime: true,
    requests: sameList('big', {}),
    isRight: isPage(30, { counted: true }),
    goal: { kind: 'p50', milliseconds: 20 },
  },
]
