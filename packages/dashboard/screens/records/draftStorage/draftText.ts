import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { StoredDraft } from './loadDrafts.ts'

/** Maximum characters of a value that is shown with its field name. */
const maxShownCharacters = 40

let momentFormat: Intl.DateTimeFormat | undefined

/** Describes when a draft was typed, in local time, and in which tab. */
export function draftMoment({ storedAt, isFromThisTab }: StoredDraft): string {
  if (storedAt === 0) return 'Some time ago'
  momentFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return `${momentFormat.format(storedAt)}, in ${isFromThisTab ? 'this' : 'another'} tab`
}

/** Describes the changes of a draft: the field names, with short values. */
export function draftContent({ schema }: Collection, { values, files }: Pick<StoredDraft, 'values' | 'files'>): string {
  const ofHtml = new Set(schema.filter(field => abilitiesOf(field).holdsHtml).map(({ name }) => name))
  const isShort = (name: string, value: unknown) =>
    typeof value === 'number' ||
    (typeof value === 'string' && value !== '' && value.length <= maxShownCharacters && !ofHtml.has(name))
  const plain = Object.entries(values).map(([name, value]) => (isShort(name, value) ? `${name}: ${value}` : name))
  return [...plain, ...Object.keys(files)].join(' · ')
}
