import type { Issue } from '@coffer/fields'

export { blank, emailFormat, lengthBetween, required } from '@coffer/schema'

/** Issues of a form without the fields that have none. */
export const present = <Key extends string>(issues: Record<Key, Issue | undefined>): Record<string, Issue> =>
  Object.fromEntries(Object.entries<Issue | undefined>(issues).flatMap(([field, issue]) => (issue ? [[field, issue]] : [])))
