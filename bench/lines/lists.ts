import { statuses } from '../fixture/collections.ts'
import type { Line } from './Line.ts'
import { get, neverRepeated, recordsPath } from './requests.ts'
import { isPage } from './responseChecks.ts'

const articles = recordsPath('articles')
const fixture = 'small'
const connections = 32

/** Scores and statuses that repeat after some requests, like the tabs and pages of an app. */
const filters = statuses.flatMap(status =>
  Array.from({ length: 25 }, (_, step) => `score > ${step * 30} && status = '${status}'`),
)

/** Lines for public lists. */
export const listLines: readonly Line[] = [
  {
    name: 'list 30, counted',
    fixture,
    connections,
    requests: () => [get(articles)],
    isRight: isPage(30, { counted: true }),
    goal: { kind: 'rate', peer: 864, times: 10 },
  },
  {
    name: 'list 30, skipTotal',
    fixture,
    connections,
    requests: () => [get(articles, { skipTotal: '1' })],
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'rate', peer: 1400, times: 5 },
  },
  {
    name: 'list 30, filter and sort, counted',
    fixture,
    connections,
    requests: () => filters.map(filter => get(articles, { filter, sort: '-created' })),
    isRight: isPage(30, { counted: true }),
    goal: { kind: 'rate', peer: 599, times: 10 },
  },
  {
    name: 'list 500, skipTotal',
    fixture,
    connections: 8,
    requests: () => [get(articles, { perPage: '500', skipTotal: '1' })],
    isRight: isPage(500, { counted: false }),
    goal: { kind: 'rate', peer: 119, times: 5 },
  },
  {
    name: 'list 30, not cached',
    fixture,
    connections,
    // More responses than the cache can hold.
    requests: () =>
      Array.from({ length: 5000 }, (_, index) =>
        get(articles, { filter: `score > ${index % 700} && title != "${index}"`, skipTotal: '1' }),
      ),
    isRight: isPage(30, { counted: false }),
    goal: { kind: 'ratio', times: 8 },
  },
  {
    name: 'list 30, filter and sort, counted, first time',
    fixture,
    connections,
    isFirstTime: true,
    requests: () =>
      neverRepeated(number => get(articles, { filter: `score > ${number % 700} && title != "${number}"`, sort: '-created' })),
    isRight: isPage(30, { counted: true }),
    goal: { kind: 'ratio', times: 8 },
  },
  {
    name: 'list 30, relation filter, expand, first time',
    fixture,
    connections,
    isFirstTime: true,
    requests: () =>
      neverRepeated(number =>
        get(articles, {
          filter: `score > ${number % 700} && author.username != "${number}"`,
          expand: 'author,team',
          skipTotal: '1',
        }),
      ),
    isRight: isPage(30, { counted: false, paths: ['expand.author.username', 'expand.team.name'] }),
    goal: { kind: 'ratio', times: 8 },
  },
]
