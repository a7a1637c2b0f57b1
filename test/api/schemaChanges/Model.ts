/** Kinds of fields; a change of options can convert `one` to `many` and back. */
export type Kind = 'text' | 'number' | 'bool' | 'json' | 'one' | 'many'

export interface ModelField {
  id: string
  name: string
  kind: Kind
}

export type Value = string | number | boolean | null | string[] | object

/** The expected state of a collection: its fields, and the values of its records by field id. */
export interface Model {
  name: string
  fields: ModelField[]
  /** The ids of the fields with an index. */
  indexed: string[]
  records: Map<string, Map<string, Value>>
}

const empty: Record<Kind, Value> = { text: '', number: 0, bool: false, json: null, one: '', many: [] }

const choices = ['x', 'y', 'z']

/** Returns the field in the format of the API. */
export function fieldJson({ id, name, kind }: ModelField) {
  if (kind === 'one' || kind === 'many') {
    return { id, name, type: 'select', options: { maxSelect: kind === 'one' ? 1 : 3, values: choices } }
  }
  return { id, name, type: kind, options: kind === 'json' ? { maxSize: 2000 } : {} }
}

export function indexName(field: ModelField) {
  return `idx_${field.id}`
}

/** Derives a value from a number. */
export function seededValue(kind: Kind, seed: number): Value {
  switch (kind) {
    case 'text':
      return ['', 'plain', 'with "quotes"', '[1]', 'ü'][seed % 5] ?? ''
    case 'number':
      return [0, -1.5, 7, 2 ** 40][seed % 4] ?? 0
    case 'bool':
      return seed % 2 === 1
    case 'json':
      return [null, { a: [1, 'b'] }, 'text', 5, []][seed % 5] ?? null
    case 'one':
      return ['', ...choices][seed % 4] ?? ''
    case 'many':
      return [[], ['x'], ['z', 'y'], choices][seed % 4] ?? []
  }
}

/** Converts a value between a single value and a list. */
function turned(value: Value, kind: Kind): Value {
  if (kind === 'many' && !Array.isArray(value)) return value === '' ? [] : [String(value)]
  if (kind === 'one' && Array.isArray(value)) return value.at(-1) ?? ''
  return value
}

/** Returns the model with other fields: their values stay, and are converted where the kind has changed. */
export function withFields(model: Model, fields: ModelField[]): Model {
  return {
    ...model,
    fields,
    indexed: model.indexed.filter(id => fields.some(field => field.id === id)),
    records: new Map(
      [...model.records].map(([id, values]) => [
        id,
        new Map(fields.map(field => [field.id, turned(values.get(field.id) ?? empty[field.kind], field.kind)])),
      ]),
    ),
  }
}
