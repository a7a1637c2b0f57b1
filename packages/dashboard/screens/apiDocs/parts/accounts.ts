import type { AuthCollection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { DocumentedResponse, EndpointDocs, EndpointText, Parameter, ParameterTable } from '../EndpointDocs.ts'
import { failure } from './failure.ts'

export interface AccountSubject extends DocsSubject {
  collection: AuthCollection
}

interface AccountEndpoint extends Omit<EndpointDocs, 'isFor' | 'describe'> {
  /** Whether an auth collection has the endpoint. Default: all have it. */
  isFor?: (collection: AuthCollection) => boolean
  describe: (subject: AccountSubject) => EndpointText
}

const isAuthSubject = (subject: DocsSubject): subject is AccountSubject => subject.collection.type === 'auth'

/** Defines an endpoint that only auth collections have. */
export function accountEndpoint({ isFor = () => true, describe, ...rest }: AccountEndpoint): EndpointDocs {
  return {
    ...rest,
    isFor: collection => collection.type === 'auth' && isFor(collection),
    describe: subject => {
      if (!isAuthSubject(subject)) throw new Error(`${subject.collection.name} is not an auth collection.`)
      return describe(subject)
    },
  }
}

/** Describes a body of required strings. */
export function sentTexts(texts: Readonly<Record<string, string>>): ParameterTable {
  return {
    title: 'Body',
    parameters: Object.entries(texts).map(([name, text]): Parameter => ({ name, type: 'String', isRequired: true, text })),
  }
}

/** Response to a successful sign-in. */
export function signedIn({ record }: AccountSubject, meta?: object): DocumentedResponse {
  return {
    status: 200,
    when: 'A new token and its auth record.',
    body: { ...(meta && { meta }), record, token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…' },
  }
}

export const notVerified = failure(403, 'The auth record is not verified.', 'Please verify your account first.')
