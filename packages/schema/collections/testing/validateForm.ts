import type { BaseCollection, ViewCollection } from '../Collection.ts'
import { applyForm, type CollectionForm } from '../CollectionForm.ts'
import { readFieldDrafts } from '../readFieldDrafts.ts'
import type { ValidationContext } from '../validate/ValidationContext.ts'
import { validateCollection } from '../validate/validateCollection.ts'

/** A form whose fields are as a client sends them. */
type SentForm = Omit<CollectionForm, 'schema'> & { schema?: unknown }

const stored = { created: '', updated: '', system: false, indexes: [], viewRule: null, createRule: null, updateRule: null }

/** A stored collection of one text field. */
export const notes: BaseCollection = {
  ...stored,
  id: 'notes0000000001',
  name: 'notes',
  type: 'base',
  listRule: null,
  deleteRule: null,
  options: {},
  schema: readFieldDrafts([{ id: 'note_text', name: 'text', type: 'text' }], () => '') as BaseCollection['schema'],
}

export const shows: ViewCollection = {
  ...stored,
  id: 'shows0000000001',
  name: 'shows',
  type: 'view',
  listRule: null,
  deleteRule: null,
  schema: [],
  options: { query: 'select id from notes' },
  dates: [],
}

export const sealed: BaseCollection = { ...notes, id: 'sealed000000001', name: 'sealed', system: true }

const context: ValidationContext = {
  before: undefined,
  collections: [notes, shows, sealed],
  findRuleError: rule =>
    rule.includes('wrong') ? { reason: 'unknown field "wrong"', position: { start: 0, end: 5 } } : undefined,
}

/** Validates a form that a client sent for a new collection or, with `before`, for a stored one. */
export function validateForm({ schema, ...form }: SentForm, more: Partial<ValidationContext> = {}) {
  let fields = 0
  const newId = () => `field${++fields}`
  const read = schema === undefined ? form : { ...form, schema: readFieldDrafts(schema, newId) }
  return validateCollection(applyForm(read, more.before), { ...context, ...more })
}
