import { articleBody } from '../fixture/articleRows.ts'
import { folderCount, idOf, spareCount } from '../fixture/fixtureSize.ts'
import { randomFrom } from '../fixture/randomFrom.ts'
import type { Line } from './Line.ts'
import { recordsPath, sendJson, shuffled } from './requests.ts'
import { isRecord } from './responseChecks.ts'

const fixture = 'small'
const connections = 16
const spare = recordsPath('spare')
const random = randomFrom(16)

/** Lines for public writes; each record is deleted once. */
export const writeLines: readonly Line[] = [
  {
    name: 'create',
    fixture,
    connections,
    requests: () => Array.from({ length: 1000 }, () => sendJson('POST', spare, articleBody(random))),
    isRight: isRecord('title'),
    goal: { kind: 'rate', peer: 914, times: 10 },
  },
  {
    name: 'update',
    fixture,
    connections,
    requests: () =>
      shuffled(10_000).map(number => {
        const { title, score, status } = articleBody(random)
        return sendJson('PATCH', `${spare}/${idOf('s', number)}`, { title, score, status })
      }),
    isRight: isRecord('title'),
    goal: { kind: 'rate', peer: 1267, times: 10 },
  },
  {
    name: 'delete',
    fixture,
    connections,
    requests: () => shuffled(spareCount).map(number => ({ method: 'DELETE', path: `${spare}/${idOf('s', number)}` })),
    isRight: ({ status }) => status === 204,
    goal: { kind: 'rate', peer: 1177, times: 10 },
  },
  {
    name: 'delete, 20 cascaded',
    fixture: 'cascades',
    connections,
    requests: () =>
      shuffled(folderCount).map(number => ({ method: 'DELETE', path: `${recordsPath('folders')}/${idOf('f', number)}` })),
    isRight: ({ status }) => status === 204,
    goal: { kind: 'ratio', times: 10 },
  },
]
