import type { Collection } from '@coffer/schema'
import type { DocsSubject } from './DocsSubject.ts'
import type { Access } from './parts/access.ts'
import type { Samples } from './samples/languages.ts'

/** A path, query or body parameter of an endpoint. */
export interface Parameter {
  name: string
  /** Its JSON type, e.g. `Array<String>`. */
  type: string
  isRequired?: boolean
  /** Sentences with names and values in backticks. */
  text: string
  /** Help that is too long for a sentence. */
  help?: 'filter'
}

export interface ParameterTable {
  title: string
  parameters: readonly Parameter[]
}

/** A response of the server. */
export interface Answer {
  status: number
  /** A sentence that says when the server sends it. */
  when: string
  /** Its JSON; absent if the body is empty. */
  body?: unknown
}

/** The documentation of an endpoint for one collection. Sentences have code in backticks. */
export interface EndpointText {
  summary: string
  notes?: readonly string[]
  access: Access
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From the root of the server, with `:names` for parameters. */
  path: string
  samples: Samples
  tables: readonly ParameterTable[]
  /** An example of an event, if the call opens a stream of them. */
  event?: unknown
  answers: readonly Answer[]
}

/** An endpoint and its documentation: a tab of the panel. */
export interface EndpointDocs {
  /** Part of the address. */
  id: string
  /** Label of the tab. */
  label: string
  /** Which collections have it. */
  isFor: (collection: Collection) => boolean
  describe: (subject: DocsSubject) => EndpointText
}
