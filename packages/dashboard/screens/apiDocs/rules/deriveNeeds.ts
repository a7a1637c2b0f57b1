import { type AuthCollection, type Collection, type Comparison, type Rule, ruleAlternatives } from '@coffer/schema'
import { targetOf } from '../parts/relations.ts'
import { noNeeds, type RuleNeeds, type SignIn } from './RuleNeeds.ts'
import { RuleReader, type RuleSubject } from './RuleReader.ts'

/** A rule with more alternatives is not analyzed. */
const maxAlternatives = 32

const commonKeys = [
  'id',
  'username',
  'email',
  'emailVisibility',
  'verified',
  'created',
  'updated',
  'collectionId',
  'collectionName',
]

const isAuth = (collection: Collection): collection is AuthCollection => collection.type === 'auth'

const hasKey = ({ schema }: AuthCollection, key: string): boolean =>
  commonKeys.includes(key) || schema.some(({ name }) => name === key)

/** Returns the entries for which a test holds; all of them if it holds for none. */
const prefer = <Item>(items: readonly Item[], test: (item: Item) => boolean): readonly Item[] => {
  const found = items.filter(test)
  return found.length > 0 ? found : items
}

/**
 * Returns the auth collection that a rule is most likely about. Where the rule does not tell, it is one that can sign in with a
 * password, preferably the collection itself or one that its records refer to.
 */
const signInFor = (reader: RuleReader, { collection, collections }: RuleSubject): SignIn => {
  const { accountsNamed, accountsCompared, accountKeys } = reader
  let accounts: readonly AuthCollection[] = collections.filter(isAuth)
  accounts = prefer(accounts, ({ id, name }) => accountsNamed.includes(name) || accountsNamed.includes(id))
  accounts = prefer(accounts, ({ id }) => accountsCompared.some(compared => compared.id === id))
  accounts = prefer(accounts, account => accountKeys.every(key => hasKey(account, key)))
  accounts = prefer(accounts, ({ options }) => options.allowEmailAuth || options.allowUsernameAuth)
  accounts = prefer(accounts, ({ id }) => id === collection.id)
  accounts = prefer(accounts, ({ id }) => collection.schema.some(field => targetOf(field) === id))
  return accounts[0] ?? 'admin'
}

const needsOfWay = (way: readonly Comparison[], subject: RuleSubject): RuleNeeds => {
  const reader = new RuleReader(subject)
  for (const comparison of way) reader.add(comparison)
  const { needs } = reader
  if (reader.isGuest && reader.isSignedIn) needs.underived.push('@request.auth.id = ""')
  return { ...needs, signIn: reader.isSignedIn ? signInFor(reader, subject) : undefined }
}

/** How much a request takes: what cannot be derived weighs most, then signing in, then what the reader has to find or send. */
const costOf = ({ underived, signIn, account, record, fields, query, headers }: RuleNeeds): number =>
  underived.length * 1000 +
  (signIn ? 100 : 0) +
  [...fields.values()].filter(({ isSent }) => isSent !== false).length +
  record.length +
  account.length * 2 +
  Object.keys(query).length +
  Object.keys(headers).length

/** Derives what a request must look like to pass a rule, in the simplest of the ways that the rule allows. */
export const deriveNeeds = (rule: Rule, subject: RuleSubject): RuleNeeds => {
  if (rule === null) return { ...noNeeds(), signIn: 'admin' }
  if (rule.trim() === '') return noNeeds()
  const ways = ruleAlternatives(rule, maxAlternatives)?.map(way => needsOfWay(way, subject))
  const [simplest] = ways?.sort((one, other) => costOf(one) - costOf(other)) ?? []
  if (simplest) return simplest
  const reader = new RuleReader(subject)
  const signIn = rule.includes('@request.auth.') ? signInFor(reader, subject) : undefined
  return { ...noNeeds(), signIn, underived: [rule] }
}
