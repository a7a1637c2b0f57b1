import { mediumCount } from '../fixture/fixtureSize.ts'
import type { Line } from './Line.ts'
import { get, neverRepeated, recordsPath } from './requests.ts'
import { isPage } from './responseChecks.ts'

const perPage = 30
const lastPage = Math.floor(mediumCount / perPage)
/** Number of pages at the end that are deep. */
const deepPages = 1500

/** Creates a line for lists of the collection of 100,000 records, all of which are requested for the first time. */
function scanLine(name: string, query: (number: number) => Record<string, string>, isRight: Line['isRight']): Line {
  return {
    name: `${name}, of 100,000, first time`,
    fixture: 'large',
    connections: 8,
    isFirstTime: true,
    requests: () => neverRepeated(number => get(recordsPath('medium'), query(number))),
    isRight,
    goal: { kind: 'ratio', times: 8 },
  }
}

const filtered = (number: number) => ({ filter: `score > ${number % 700} && title != "${number}"`, sort: '-created' })

const related = (number: number) => ({
  filter: `score > ${number % 700} && author.username != "${number}"`,
  sort: '-created',
  expand: 'author,team',
})

const missing = (number: number) => ({ filter: `title = "nothing ${number}"` })

const uncounted = { skipTotal: '1' }
const expanded = ['expand.author.username', 'expand.team.name']

/** Lines for lists that have to read many or all records of a large collection. */
export const scanLines: readonly Line[] = [
  scanLine('filter and sort', number => ({ ...filtered(number), ...uncounted }), isPage(perPage, { counted: false })),
  scanLine('filter and sort, counted', filtered, isPage(perPage, { counted: true })),
  scanLine('nothing found', number => ({ ...missing(number), ...uncounted }), isPage(0, { counted: false })),
  scanLine('nothing found, counted', missing, isPage(0, { counted: true })),
  scanLine(
    'sort without an index',
    number => ({ filter: `title != "${number}"`, sort: 'title', ...uncounted }),
    isPage(perPage, { counted: false }),
  ),
  scanLine(
    'deep pages',
    number => ({
      filter: `title != "${number}"`,
      sort: '-created',
      page: String(lastPage - (number % deepPages)),
      ...uncounted,
    }),
    isPage(perPage, { counted: false }),
  ),
  scanLine(
    'relation filter, expand',
    number => ({ ...related(number), ...uncounted }),
    isPage(perPage, { counted: false, paths: expanded }),
  ),
  scanLine('relation filter, expand, counted', related, isPage(perPage, { counted: true, paths: expanded })),
]
