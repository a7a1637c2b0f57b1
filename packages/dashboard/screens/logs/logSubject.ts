import type { Field, FieldTypeName } from '@coffer/fields'
import { adminsOnly, type FilterSubject } from '@coffer/schema'
import type { FilterExample } from '../../filter/FilterHelp.tsx'

const field = (name: string, type: FieldTypeName, options: Field['options'] = {}): Field => ({
  id: name,
  name,
  type,
  options,
  system: false,
  required: false,
  presentable: false,
  unique: false,
})

const oneOf = (name: string, values: string[]): Field => field(name, 'select', { maxSelect: 1, values })

/** Describes the log as a collection, for the completion and validation of filters. */
export const logSubject: FilterSubject = {
  collection: {
    id: '_logs',
    name: 'logs',
    type: 'base',
    created: '',
    updated: '',
    system: true,
    indexes: [],
    options: {},
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
      oneOf('dialect', ['today']),
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

/** Examples of log filters, for the help. */
export const logFilterExamples: readonly FilterExample[] = [
  ['level >= 4', 'warnings and errors'],
  ['message ~ "backup"', 'contains; % matches anything; !~ is the opposite'],
  ['data.status >= 400', 'failed requests, by a value of the data'],
  ["data.auth = 'guest'", 'requests without signing in'],
  ['data.url ~ "/api/files/%"', 'requests to matching URLs'],
  ["data.dialect = 'today'", 'requests of apps for PocketBase 0.23 and later'],
  ['data.execTime > 100', 'took longer than 100 milliseconds'],
  ['created >= @todayStart', 'dates are in UTC: @now, @monthStart, "2026-01-31"'],
  ['a = 1 && (b = 2 || c = 3)', 'and, or, groups'],
]
