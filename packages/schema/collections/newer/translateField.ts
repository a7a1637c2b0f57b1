import { type FieldTypeName, fieldTypes, isFieldTypeName } from '@coffer/fields'
import type { FieldDraft } from '../CollectionDraft.ts'
import type { ImportNotes } from './ImportNote.ts'
import { isEmpty } from './isUnchanged.ts'
import { type NewerField, unlimited } from './NewerCollection.ts'
import { isNewerFieldKey } from './toNewerField.ts'

/** The limits that newer servers apply where a limit is 0. */
const implied = { text: 5_000, json: 1_048_576, file: 5_242_880 }
const positive = <T>(value: unknown, otherwise: T): number | T => (typeof value === 'number' && value > 0 ? value : otherwise)
const maxOf = ({ maxSelect }: NewerField) => positive(maxSelect, 1)
const same = (field: NewerField): Record<string, unknown> => field

/** Returns the options of a field by its type, in the format of 0.22. Types that are missing here do not exist. */
const optionsOf: Readonly<Record<string, (field: NewerField) => Record<string, unknown>>> = {
  text: ({ min, max, pattern, autogeneratePattern }) => ({
    min: positive(min, null),
    max: positive(max, implied.text),
    pattern,
    autogeneratePattern,
  }),
  editor: ({ convertURLs, maxSize }) => ({ convertUrls: convertURLs, maxSize: positive(maxSize, null) }),
  number: ({ min, max, onlyInt }) => ({ min, max, noDecimal: onlyInt }),
  bool: () => ({}),
  email: same,
  url: same,
  date: same,
  autodate: same,
  geoPoint: () => ({}),
  password: same,
  json: ({ maxSize }) => ({ maxSize: positive(maxSize, implied.json) }),
  select: field => ({ values: field.values, maxSelect: maxOf(field) }),
  file: field => ({ ...field, maxSelect: maxOf(field), maxSize: positive(field.maxSize, implied.file) }),
  relation: field => ({
    ...field,
    minSelect: positive(field.minSelect, null),
    maxSelect: maxOf(field) === unlimited ? null : maxOf(field),
  }),
}

function noteChanges(subject: string, field: NewerField & { type: FieldTypeName }, notes: ImportNotes): void {
  const { type, max } = field
  if (type === 'text' && !positive(max, 0)) notes.writtenOut(subject, `At most ${implied.text} characters, as before.`)
  const unknown = Object.keys(field).filter(key => !isNewerFieldKey(type, key) && !isEmpty(field[key]))
  for (const key of unknown)
    notes.changed(
      subject,
      `The option "${key}" is unknown here, and left out.`,
      `A field of the type "${type}" has no option "${key}". Leave it out.`,
    )
}

/**
 * Translates a field of PocketBase 0.23 or later. Returns undefined for a field whose type or options are unknown.
 * @param collection the name of its collection, for notes
 */
export function translateField(collection: string, field: NewerField, notes: ImportNotes): FieldDraft | undefined {
  const subject = `${collection}.${field.name}`
  const options = optionsOf[field.type]
  const { type } = field
  if (!options || !isFieldTypeName(type)) {
    const text = `There is no field type "${field.type}".`
    notes.cannot(subject, text, `${text} Send another type, or leave the field out.`)
    return undefined
  }
  const parsed = fieldTypes[type].options.safeParse(options(field))
  if (!parsed.success) {
    notes.cannot(subject, `Its options cannot be read: ${parsed.problem}.`)
    return undefined
  }
  noteChanges(subject, { ...field, type }, notes)
  return {
    id: field.id,
    name: field.name,
    type,
    system: field.system === true,
    required: field.required === true,
    presentable: field.presentable === true,
    unique: false,
    options: parsed.data as Record<string, unknown>,
    ...(typeof field.help === 'string' && { help: field.help }),
    hidden: field.hidden === true,
  }
}
