import type { Collection } from '@coffer/schema'
import type { DocsSubject } from './DocsSubject.ts'
import type { Access } from './parts/access.ts'
import type { Samples } from './samples/languages.ts'

/** Something that a call takes. */
export interface Parameter {
  name: string
  /** What it is in JSON, e.g. `Array<String>`. */
  type: string
  isRequired?: boolean
  /** Sentences; names and values between backticks. */
  text: string
  /** More help than a sentence holds. */
  help?: 'filter'
}

export interface ParameterTable {
  title: string
  parameters: readonly Parameter[]
}

/** One answer of the server. */
export interface Answer {
  status: number
  /** When it comes, in a sentence. */
  when: string
  /** Its JSON; absent where the body is empty. */
  body?: unknown
}

/** What is told of one endpoint of one collection. Sentences hold code between backticks. */
export interface EndpointText {
  summary: string
  notes?: readonly string[]
  access: Access
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From the root of the server, with `:names` for what varies. */
  path: string
  samples: Samples
  tables: readonly ParameterTable[]
  /** What an event looks like, where the call opens a stream of them. */
  event?: unknown
  answers: readonly Answer[]
}

/** The documentation of one endpoint: a tab of the panel. */
export interface EndpointDocs {
  /** In the address. */
  id: string
  /** Of its tab. */
  label: string
  /** Which collections have it. */
  isFor: (collection: Collection) => boolean
  describe: (subject: DocsSubject) => EndpointText
}
