import type { LoadRequest } from '../load/Load.ts'
import type { Line, Target } from './Line.ts'
import { get, recordsPath } from './requests.ts'
import { isPage } from './responseChecks.ts'

const guarded = recordsPath('guarded')

const asAccounts = async ({ tokens }: Target, query: Record<string, string>): Promise<LoadRequest[]> =>
  (await tokens()).map(token => get(guarded, query, { Authorization: token }))

const expand = 'author,team'
const expanded = ['expand.author.username', 'expand.team.name']

/** Lines for lists with a rule that reads a relation with many members. */
export const ruleLines: readonly Line[] = [
  {
    name: 'rule, relation filter, expand',
    fixture: 'small',
    connections: 32,
    requests: target => asAccounts(target, { filter: 'author.verified = true', expand, skipTotal: '1' }),
    isRight: isPage(30, { counted: false, paths: expanded }),
    goal: { kind: 'rate', peer: 255, times: 10 },
  },
  {
    name: 'rule, expand, counted',
    fixture: 'small',
    connections: 8,
    requests: target => asAccounts(target, { expand }),
    isRight: isPage(30, { counted: true, paths: expanded }),
    goal: { kind: 'rate', peer: 134, times: 10 },
  },
]
