import type { Field, FieldTypeName } from '@coffer/fields'
import { adminsOnly, type FilterSubject } from '@coffer/schema'
import type { FilterExample } from '../../filter/FilterHelp.tsx'

const field = (name: string, type: FieldTypeName, options: Field['options'] = {}): Field => ({
  ...{ id: name, name, type, options },
  ...{ system: false, required: false, presentable: false, unique: false },
})

const oneOf = (name: string, values: string[]): Field => field(name, 'select', { maxSelect: 1, values })

/** What filters of the log are about, in the form of a collection. */
export const logSubject: FilterSubject = {
  collection: {
    ...{ id: '_logs', name: 'logs', type: 'base', created: '', updated: '', system: true, indexes: [], options: {} },
    ...adminsOnly,
    schema: [field('level', 'number'), field('message', 'text'), field('data', 'json'), field('rowid', 'number')],
  },
  collections: [],
  scope: 'filter',
  keys: {
    data: [
      field('status', 'number'),
      oneOf('auth', ['guest', 'admin', 'authRecord']),
      oneOf('method', ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD']),
      field('url', 'text'),
      field('execTime', 'number'),
      field('userIp', 'text'),
      field('remoteIp', 'text'),
      field('referer', 'text'),
      field('userAgent', 'text'),
      oneOf('type', ['request']),
      field('error', 'text'),
      field('details', 'text'),
    ],
  },
}

/** How filters of the log are written. */
export const logFilterExamples: readonly FilterExample[] = [
  ['level >= 4', 'warnings and errors'],
  ['message ~ "backup"', 'contains, % standing for anything; !~ is the opposite'],
  ['data.status >= 400', 'a value of the data: requests that failed'],
  ["data.auth = 'guest'", 'requests of nobody in particular'],
  ['data.url ~ "/api/files/%"', 'requests of an address'],
  ['data.execTime > 100', 'took longer than 100 milliseconds'],
  ['created >= @todayStart', 'moments are in UTC: @now, @monthStart, "2026-01-31"'],
  ['a = 1 && (b = 2 || c = 3)', 'and, or, groups'],
]
