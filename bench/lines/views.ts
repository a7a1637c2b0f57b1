import { imageName } from '../fixture/articleImage.ts'
import { articleCount, idOf } from '../fixture/fixtureSize.ts'
import type { LoadRequest } from '../load/Load.ts'
import type { Line } from './Line.ts'
import { get, recordsPath, shuffled } from './requests.ts'
import { isRecord } from './responseChecks.ts'

const fixture = 'small'
const connections = 32

const eachArticle = (query: Record<string, string> = {}): LoadRequest[] =>
  shuffled(articleCount).map(number => get(`${recordsPath('articles')}/${idOf('a', number)}`, query))

/** Lines for single records and files. */
export const viewLines: readonly Line[] = [
  {
    name: 'health',
    fixture,
    connections,
    requests: () => [get('/api/health')],
    isRight: ({ status }) => status === 200,
  },
  {
    name: 'view',
    fixture,
    connections,
    requests: () => eachArticle(),
    isRight: isRecord('title'),
    goal: { kind: 'rate', peer: 3284, times: 5 },
  },
  {
    name: 'view, nested expand',
    fixture,
    connections,
    requests: () => eachArticle({ expand: 'author,team.members' }),
    isRight: isRecord('expand.author.username', 'expand.team.expand.members.username'),
    goal: { kind: 'rate', peer: 1092, times: 10 },
  },
  {
    name: 'file of 40 KB',
    fixture,
    connections,
    requests: () => [get(`/api/files/articles/${idOf('a', 1)}/${imageName}`)],
    isRight: ({ status, bytes }) => status === 200 && bytes > 40_000,
    goal: { kind: 'rate', peer: 2413, times: 5 },
  },
  {
    name: 'view, not cached',
    fixture,
    connections,
    // More responses than the cache can hold. The last line, because it evicts those of the others.
    requests: () => [1, 2, 3].flatMap(round => eachArticle({ round: String(round) })),
    isRight: isRecord('title'),
  },
]
