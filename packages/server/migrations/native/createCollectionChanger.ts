import type {
  CollectionChanger,
  CollectionChanges,
  FieldChange,
  NewField,
  StoredCollection,
  StoredField,
} from '../../code/process/migrationTypes.d.ts'
import type { EndpointRequest } from '../../messages/MigrationRequest.ts'

/** Sends a request to an endpoint, and resolves with the JSON of its response. */
export type Ask = (
  request: Pick<EndpointRequest, 'method' | 'path' | 'body'> & Partial<Pick<EndpointRequest, 'params' | 'query'>>,
) => Promise<unknown>

const one = '/collections/:collection'

/** Rule tests are checked by `coffer access --test`. A migration that was tested must not stop a server. */
const query: [string, string][] = [['allowFailingTests', '1']]

function indexOf(fields: readonly { id?: string; name: string }[], key: string): number {
  const index = fields.findIndex(({ id }) => id === key)
  const found = index === -1 ? fields.findIndex(({ name }) => name === key) : index
  if (found === -1) throw new Error(`The collection has no field ${key}.`)
  return found
}

/** Returns a field with changes. Options that they leave out stay. */
const withChanges = (field: StoredField, { options, ...change }: FieldChange): StoredField => ({
  ...field,
  ...change,
  options: { ...field.options, ...options },
})

type FieldChanges = Pick<CollectionChanges, 'addFields' | 'changeFields' | 'removeFields' | 'fieldOrder'>

/**
 * Applies changes to the fields of a collection.
 * @throws Error if one of them names an unknown field, or if the order does not have each field once
 */
function changeFields(stored: readonly StoredField[], changes: FieldChanges): (StoredField | NewField)[] {
  const { addFields = [], changeFields = [], removeFields = [], fieldOrder } = changes
  const fields: (StoredField | NewField)[] = [...stored]
  for (const key of removeFields) fields.splice(indexOf(fields, key), 1)
  for (const change of changeFields) {
    const index = indexOf(fields, change.id ?? change.name ?? '')
    fields[index] = withChanges(fields[index] as StoredField, change)
  }
  fields.push(...addFields)
  if (!fieldOrder) return fields
  const ordered = fieldOrder.map(key => fields[indexOf(fields, key)] as NewField)
  if (new Set(ordered).size !== fields.length || ordered.length !== fields.length)
    throw new Error('The order of the fields must name each field once.')
  return ordered
}

/** Creates the part of a migration that changes collections. */
export function createCollectionChanger(ask: Ask): CollectionChanger {
  const getOne = (collection: string) => ask({ method: 'GET', path: one, params: { collection } }) as Promise<StoredCollection>
  return {
    getAll: async () => {
      const all: StoredCollection[] = []
      for (let page = 1; ; page += 1) {
        const pages: [string, string][] = [
          ['perPage', '500'],
          ['page', `${page}`],
        ]
        const list = await ask({ method: 'GET', path: '/collections', query: pages })
        const { items, totalPages } = list as { items: StoredCollection[]; totalPages: number }
        all.push(...items)
        if (page >= totalPages) return all
      }
    },
    getOne,
    create: body => ask({ method: 'POST', path: '/collections', query, body }) as Promise<StoredCollection>,
    update: async (collection, { addFields, changeFields: changed, removeFields, fieldOrder, ...body }) => {
      const changes = { addFields, changeFields: changed, removeFields, fieldOrder }
      const changesFields = Object.values(changes).some(value => value !== undefined)
      const schema = changesFields ? changeFields((await getOne(collection)).schema, changes as FieldChanges) : undefined
      const request = { method: 'PATCH', path: one, params: { collection }, query } as const
      return ask({ ...request, body: { ...body, ...(schema && { schema }) } }) as Promise<StoredCollection>
    },
    delete: async collection => void (await ask({ method: 'DELETE', path: one, params: { collection }, query })),
    import: async (collections, { deleteMissing = false } = {}) =>
      void (await ask({ method: 'PUT', path: '/collections/import', query, body: { collections, deleteMissing } })),
  }
}
