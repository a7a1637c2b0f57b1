import { type AuthCollection, type Collection, describeRule, type Rule } from '@coffer/schema'

/** Who has to be signed in for a call. Undefined: nobody. */
export type SignIn = AuthCollection | 'admin' | undefined

/** Who may make a call. */
export interface Access {
  /** In words, without a full stop; absent where the rule says it best. */
  who?: string | undefined
  /** The rule as it is written, where there is one. */
  rule?: string
  /** What who is not let in sees, or what the words leave out. */
  note?: string
  signIn: SignIn
}

const isAuth = (collection: Collection): collection is AuthCollection => collection.type === 'auth'

/** The accounts that a rule is about: of the collection it names, else of its own, else of the first one. */
const accountsOf = (rule: string, collection: Collection, collections: readonly Collection[]): SignIn => {
  const accounts = collections.filter(isAuth)
  const named = accounts.find(({ name }) => rule.includes(`@request.auth.collectionName = "${name}"`))
  return named ?? (isAuth(collection) ? collection : accounts[0])
}

/** Who may make a call that a rule guards. */
export const accessByRule = (rule: Rule, collection: Collection, collections: readonly Collection[]): Access => {
  const who = describeRule(rule, collection)
  if (rule === null) return { who, signIn: 'admin' }
  if (rule === '') return { who, signIn: undefined }
  // Where some of it is open to everyone, the samples show that part.
  const asksWho = rule.includes('@request.auth.') && !who?.startsWith('Everyone')
  return {
    who,
    rule,
    note: 'Admins may always; for them the rule is not asked.',
    signIn: asksWho ? accountsOf(rule, collection, collections) : undefined,
  }
}

export const everyone: Access = { who: 'Everyone', signIn: undefined }

/** For what only a signed-in account may do. */
export const accountOf = (collection: AuthCollection): Access => ({
  who: `Signed-in accounts of \`${collection.name}\``,
  signIn: collection,
})

export const ownerOf = (collection: AuthCollection): Access => ({
  who: 'Admins, and the account itself',
  signIn: collection,
})
