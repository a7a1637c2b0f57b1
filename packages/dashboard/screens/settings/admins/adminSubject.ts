import { adminsOnly, type FilterSubject } from '@coffer/schema'

/** The fields that admins can be filtered and sorted by. */
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

/** Describes admins as a collection, so that the filter bar works as for records. */
export const adminSubject: FilterSubject = {
  collection: {
    id: 'admins',
    name: 'admins',
    type: 'base',
    system: true,
    created: '',
    updated: '',
    indexes: [],
    options: {},
    ...adminsOnly,
    schema: [email],
  },
  collections: [],
  scope: 'filter',
}

export const filterExamples = [
  ['email = "test@example.com"', 'equals; != is the opposite'],
  ['email ~ "@example.com"', 'contains; % matches anything, !~ is the opposite'],
  ['created > @monthStart', 'dates are in UTC: @now, @todayStart, "2026-01-31"'],
  ['email ~ "a" && updated >= "2026-01-01"', 'and; use || for or, and parentheses to group'],
] as const
