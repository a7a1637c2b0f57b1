import type { AuthCollection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { Answer, EndpointDocs, EndpointText, Parameter, ParameterTable } from '../EndpointDocs.ts'
import { failure } from './failure.ts'

export interface AccountSubject extends DocsSubject {
  collection: AuthCollection
}

interface AccountEndpoint extends Omit<EndpointDocs, 'isFor' | 'describe'> {
  /** Which collections of accounts have it; all by default. */
  isFor?: (collection: AuthCollection) => boolean
  describe: (subject: AccountSubject) => EndpointText
}

const isAccounts = (subject: DocsSubject): subject is AccountSubject => subject.collection.type === 'auth'

/** An endpoint that only collections of accounts have. */
export const accountEndpoint = ({ isFor = () => true, describe, ...rest }: AccountEndpoint): EndpointDocs => ({
  ...rest,
  isFor: collection => collection.type === 'auth' && isFor(collection),
  describe: subject => {
    if (!isAccounts(subject)) throw new Error(`${subject.collection.name} holds no accounts.`)
    return describe(subject)
  },
})

/** What is sent, all of it required. */
export const sentTexts = (texts: Readonly<Record<string, string>>): ParameterTable => ({
  title: 'Body',
  parameters: Object.entries(texts).map(([name, text]): Parameter => ({ name, type: 'String', isRequired: true, text })),
})

/** What who signs in gets. */
export const signedIn = ({ record }: AccountSubject, meta?: object): Answer => ({
  status: 200,
  when: 'A new token, and the account that it is for.',
  body: { ...(meta && { meta }), record, token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…' },
})

export const notVerified = failure(403, 'The account is not verified yet.', 'Please verify your account first.')
