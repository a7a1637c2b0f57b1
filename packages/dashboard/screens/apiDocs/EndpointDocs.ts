import type { Collection } from '@coffer/schema'
import type { DocsSubject } from './DocsSubject.ts'
import type { Access } from './parts/access.ts'
import type { Samples } from './samples/languages.ts'

/** A path, query or body parameter of an endpoint. */
export interface Parameter {
  name: string
  /** JSON type, e.g. `Array<String>`. */
  type: string
  isRequired?: boolean
  /** Description, with code in backticks. */
  text: string
  /** Additional help in a popup. */
  help?: 'filter'
}

export interface ParameterTable {
  title: string
  parameters: readonly Parameter[]
}

/** A response of the server. */
export interface DocumentedResponse {
  status: number
  /** Describes when the server sends it. */
  when: string
  /** JSON body; undefined if it is empty. */
  body?: unknown
}

/** Documentation of an endpoint for one collection, with code in backticks. */
export interface EndpointText {
  summary: string
  notes?: readonly string[]
  access: Access
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Absolute path, with parameters as `:name`. */
  path: string
  samples: Samples
  tables: readonly ParameterTable[]
  /** Example event, if the response is a stream of events. */
  event?: unknown
  responses: readonly DocumentedResponse[]
}

/** An endpoint with its documentation, shown in a tab of the panel. */
export interface EndpointDocs {
  /** Value of the search parameter `endpoint`. */
  id: string
  /** Label of the tab. */
  label: string
  /** Whether a collection has the endpoint. */
  isFor: (collection: Collection) => boolean
  describe: (subject: DocsSubject) => EndpointText
}
