import type { ImportNotes } from './ImportNote.ts'
import { isEmpty, isUnchanged } from './isUnchanged.ts'
import type { NewerCollection, NewerField } from './NewerCollection.ts'

type Json = Readonly<Record<string, unknown>>

/** Keys that mean nothing here, or are translated elsewhere. */
const passed = new Set(['id', 'name', 'type', 'system', 'hidden', 'primaryKey'])

/** The usual options of the fields of every collection or auth record, as far as they can differ without being translated. */
const usual: Readonly<Record<string, Json>> = {
  id: { required: true, min: 15, max: 15, pattern: '^[a-z0-9]+$', autogeneratePattern: '[a-z0-9]{15}' },
  password: { required: true, cost: 10, max: 0, pattern: '' },
  tokenKey: { required: true, min: 30, max: 60, pattern: '', autogeneratePattern: '[a-zA-Z0-9]{50}' },
  username: { required: true, min: 3, max: 150, pattern: '^[\\w][\\w\\.\\-]*$', autogeneratePattern: 'users[0-9]{6}' },
  email: {},
  emailVisibility: {},
  verified: {},
}

/** Keys of fixed fields that are translated, by the name of the field. */
const translated: Readonly<Record<string, readonly string[]>> = {
  password: ['min'],
  email: ['required', 'exceptDomains', 'onlyDomains'],
}

/** Values that mean the same as the usual one: they only matter for what the server generates, or were the default of some version. */
const equivalents: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  tokenKey: { autogeneratePattern: ['[a-zA-Z0-9_]{50}'] },
  password: { cost: [0], max: [71, 72] },
}

function isUsual(field: NewerField, key: string) {
  const value = field[key]
  return isUnchanged(value, usual[field.name]?.[key]) || equivalents[field.name]?.[key]?.includes(value) === true
}

/** Whether the value of an option of a fixed field means the same as the value here. */
export function isEquivalent(field: NewerField, key: string): boolean {
  return Object.hasOwn(usual[field.name] ?? {}, key) && isUsual(field, key)
}

const isPattern = (key: string) => key === 'autogeneratePattern'

/**
 * Notes options of a field that every collection or auth record has here, if they differ from the usual ones and would be lost. A field
 * that is hidden there and visible here stops the import.
 */
export function noteFixedField({ name }: NewerCollection, field: NewerField, notes: ImportNotes): void {
  const subject = `${name}.${field.name}`
  const isSecret = field.name === 'password' || field.name === 'tokenKey'
  if (field.hidden === true && !isSecret)
    notes.cannot(
      subject,
      'The field is hidden there, and visible here.',
      `The field "${field.name}" is always visible. Leave "hidden" out.`,
    )
  const own = Object.keys(field).filter(key => !passed.has(key) && !translated[field.name]?.includes(key) && !isUsual(field, key))
  for (const key of own) {
    // What the server generates follows the collection's name, or is a key that nobody reads.
    if (isPattern(key) && field.name !== 'id' && !isEmpty(field[key])) continue
    notes.changed(
      subject,
      `Its option "${key}" is the same in every collection here, and ${JSON.stringify(field[key])} is left out.`,
      `The field "${field.name}" is the same in every collection. Leave "${key}" out.`,
    )
  }
}
