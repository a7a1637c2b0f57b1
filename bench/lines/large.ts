import type { Line } from './Line.ts'
import { get, recordsPath } from './requests.ts'
import { isPage } from './responseChecks.ts'

const fixture = 'large'
const connections = 32
const sorted = { sort: '-created', skipTotal: '1' }
const sortedAmongFew = 'sorted, skipTotal, among 10,000'

/** Lines for lists beside and in a collection of a million records. */
export const largeLines: readonly Line[] = [
  {
    name: sortedAmongFew,
    fixture,
    connections,
    requests: () => [get(recordsPath('articles'), sorted)],
    isRight: isPage(30, { counted: false }),
  },
  {
    name: 'sorted, skipTotal, among 1,000,000',
    fixture,
    connections,
    requests: () => [get(recordsPath('big'), sorted)],
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'p50 of', line: sortedAmongFew, times: 1.2 },
  },
  {
    name: 'list 30, skipTotal, of 1,000,000',
    fixture,
    connections,
    requests: () => [get(recordsPath('big'), { skipTotal: '1' })],
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'rate', peer: 1284, times: 5 },
  },
  {
    name: 'list 30, counted, of 1,000,000',
    fixture,
    connections,
    requests: () => [get(recordsPath('big'))],
    isRight: isPage(30, { counted: true }),
    goal: { kind: 'p50', milliseconds: 20 },
  },
]
