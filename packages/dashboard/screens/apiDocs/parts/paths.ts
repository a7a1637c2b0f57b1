import type { Collection } from '@coffer/schema'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'

/** Where the API of a collection begins. */
export const collectionPath = ({ name }: Collection): string => `/api/collections/${name}`

export const recordsPath = (collection: Collection): string => `${collectionPath(collection)}/records`

const recordId: Parameter = { name: 'id', type: 'String', isRequired: true, text: 'Id of the record.' }

/** What stands in the path, beside the id of a record. */
export const pathTable = (...more: Parameter[]): ParameterTable => ({ title: 'Path parameters', parameters: [recordId, ...more] })
