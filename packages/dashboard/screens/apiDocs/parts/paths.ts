import type { Collection } from '@coffer/schema'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'

/** Returns the base path of a collection's endpoints. */
export const collectionPath = ({ name }: Collection): string => `/api/collections/${name}`

export const recordsPath = (collection: Collection): string => `${collectionPath(collection)}/records`

const recordId: Parameter = { name: 'id', type: 'String', isRequired: true, text: 'Id of the record.' }

/** Describes the path parameter `id`, and further ones. */
export const pathTable = (...more: Parameter[]): ParameterTable => ({ title: 'Path parameters', parameters: [recordId, ...more] })
