import { type Field, isFieldTypeName } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { FieldDraft } from './CollectionDraft.ts'

type Options = Readonly<Record<string, unknown>>

const newerOptionsOf = (type: string): readonly string[] =>
  isFieldTypeName(type) ? (abilitiesOf({ type }).newerOptions ?? []) : []

/** Returns the options with the stored ones that 0.22 does not know. An empty text removes one. */
function keepOptions({ type, options }: FieldDraft, before: Field | undefined): Record<string, unknown> {
  const names = newerOptionsOf(type)
  const stored: Options = before?.type === type ? before.options : {}
  const others = Object.entries(options).filter(([key]) => !names.includes(key))
  const kept = names.flatMap(key => {
    const value = options[key] ?? stored[key]
    return value === undefined || value === '' ? [] : [[key, value] as const]
  })
  return Object.fromEntries([...others, ...kept])
}

/**
 * Completes fields with the keys that clients of 0.22 leave out because they do not know them: `hidden`, `help`, and options such as
 * a pattern that generates texts. A stored field keeps them unless they are sent: `hidden: false` shows a field again, and an empty
 * text removes the others. The keys come last, and keys without a value are absent.
 */
export function keepNewerKeys(sent: readonly FieldDraft[], stored: readonly Field[] = []): FieldDraft[] {
  return sent.map(({ hidden, help, ...field }) => {
    const before = stored.find(({ id }) => id === field.id)
    const text = help ?? before?.help ?? ''
    const isHidden = hidden ?? before?.hidden ?? false
    const options = keepOptions({ ...field }, before)
    return { ...field, options, ...(text !== '' && { help: text }), ...(isHidden && { hidden: true }) }
  })
}

/** Returns fields with every key that 0.22 does not know, so that a save removes the stored keys that these fields lack. */
export function withNewerKeys(fields: readonly FieldDraft[]): FieldDraft[] {
  return fields.map(field => {
    const none = Object.fromEntries(newerOptionsOf(field.type).map(name => [name, '']))
    return { help: '', hidden: false, ...field, options: { ...none, ...field.options } }
  })
}
