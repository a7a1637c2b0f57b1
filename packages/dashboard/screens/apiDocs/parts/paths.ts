import type { Collection } from '@coffer/schema'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'

/** Returns the base path of a collection's endpoints. */
export function collectionPath({ name }: Collection): string {
  return `/api/collections/${name}`
}

export function recordsPath(collection: Collection): string {
  return `${collectionPath(collection)}/records`
}

const recordId: Parameter = { name: 'id', type: 'String', isRequired: true, text: 'Id of the record.' }

/** Describes the path parameter `id`, and further ones. */
export function pathTable(...more: Parameter[]): ParameterTable {
  return { title: 'Path parameters', parameters: [recordId, ...more] }
}
