import { type Field, fieldTypes } from '@coffer/fields'

type Draft = Pick<Field, 'id' | 'name' | 'type' | 'options'>

const kinds: [Field['type'], object][] = [
  ['text', { max: 200 }],
  ['number', {}],
  ['bool', {}],
  ['date', {}],
  ['select', { maxSelect: 1, values: ['a', 'b', 'c'] }],
  ['select', { maxSelect: 3, values: ['a', 'b', 'c'] }],
  ['json', { maxSize: 2000 }],
  ['url', {}],
  ['email', {}],
  ['editor', {}],
]

/** Creates a number of fields of all types. */
export function fieldsOf(count: number): Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const [type, options] = kinds[index % kinds.length] ?? ['text', {}]
    const parsed = fieldTypes[type].options.parse(options) as Draft['options']
    return { id: `field${String(index).padStart(5, '0')}`, name: `${type}_${index}`, type, options: parsed }
  })
}

/** Creates collections of ten fields with an index and rules, in the format of an export. */
export function collectionsOf(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({
    id: name + String(index).padStart(15 - name.length, '0'),
    name: `${name}_${index}`,
    type: 'base',
    schema: fieldsOf(10),
    indexes: [`CREATE INDEX \`idx_${name}_${index}\` ON \`${name}_${index}\` (\`text_0\`)`],
    listRule: "text_0 != '' && @request.auth.id != ''",
    viewRule: '',
    createRule: null,
    updateRule: null,
    deleteRule: null,
    options: {},
  }))
}
