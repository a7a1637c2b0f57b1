import { adminsOnly, type FilterSubject } from '@coffer/schema'

/** What admins can be filtered and sorted by. */
export const adminColumns = ['id', 'email', 'created', 'updated'] as const

const email = {
  id: 'email',
  name: 'email',
  type: 'email',
  system: true,
  required: true,
  presentable: true,
  unique: true,
  options: {},
} as const

/** Admins are filtered as if they were records. */
export const adminSubject: FilterSubject = {
  collection: {
    ...{ id: 'admins', name: 'admins', type: 'base', system: true, created: '', updated: '', indexes: [], options: {} },
    ...adminsOnly,
    schema: [email],
  },
  collections: [],
  scope: 'filter',
}

export const filterExamples = [
  ['email = "test@example.com"', 'equals; != is the opposite'],
  ['email ~ "@example.com"', 'contains, % standing for anything; !~ is the opposite'],
  ['created > @monthStart', 'moments are in UTC: @now, @todayStart, "2026-01-31"'],
  ['email ~ "a" && updated >= "2026-01-01"', 'both; || is either, and parentheses group'],
] as const
