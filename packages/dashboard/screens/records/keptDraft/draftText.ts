import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { KeptDraft } from './keptDrafts.ts'

/** Characters that fit beside others in one line. */
const shortText = 40

let momentFormat: Intl.DateTimeFormat | undefined

/** When a draft was typed, by the reader's own clock, and where. */
export function draftMoment({ keptAt, isOwn }: KeptDraft): string {
  if (keptAt === 0) return 'Some time ago'
  momentFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return `${momentFormat.format(keptAt)}, in ${isOwn ? 'this' : 'another'} tab`
}

/** What a draft changes, to tell it from others: names, with values as far as they are short. */
export function draftContent({ schema }: Collection, { values, files }: Pick<KeptDraft, 'values' | 'files'>): string {
  const ofHtml = new Set(schema.filter(field => abilitiesOf(field).holdsHtml).map(({ name }) => name))
  const isShort = (name: string, value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= shortText && !ofHtml.has(name))
  const plain = Object.entries(values).map(([name, value]) => (isShort(name, value) ? `${name}: ${value}` : name))
  return [...plain, ...Object.keys(files)].join(' · ')
}
