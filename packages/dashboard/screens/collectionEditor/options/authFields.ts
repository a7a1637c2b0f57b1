import type { EditedCoffer, EditedCollection } from '../edited/EditedCollection.ts'
import { issueAt } from '../edited/serverIssues.ts'
import type { CollectionForm } from '../useCollectionForm.ts'

type Auth = EditedCollection['auth']

export interface AuthFields {
  auth: Auth
  /** The stored options; undefined for a new collection. */
  stored: Auth | undefined
  set: <Name extends keyof Auth>(name: Name, value: Auth[Name]) => void
  errorOf: (name: keyof Auth) => string | undefined
  /** Sets options that PocketBase 0.22 does not have. */
  setOwn: <Name extends keyof EditedCoffer>(name: Name, value: EditedCoffer[Name]) => void
  /** Returns the first error at or below a path of these options, such as `tokens.authToken`. */
  ownError: (path: string) => string | undefined
}

/** Returns the auth options of a form, with functions to change them. */
export function authFields({ edited: { auth, stored }, errors, change }: CollectionForm): AuthFields {
  return {
    auth,
    stored: stored?.type === 'auth' ? (stored.options as Auth) : undefined,
    set: (name, value) => change(last => ({ ...last, auth: { ...last.auth, [name]: value } }), `options.${name}`),
    errorOf: name => issueAt(errors, `options.${name}`),
    setOwn: (name, value) =>
      change(
        last => ({ ...last, auth: { ...last.auth, coffer: { ...last.auth.coffer, [name]: value } } }),
        `options.coffer.${name}`,
      ),
    ownError: path => issueAt(errors, `options.coffer.${path}`),
  }
}
