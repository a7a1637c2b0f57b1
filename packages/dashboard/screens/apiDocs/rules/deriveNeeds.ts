import { type AuthCollection, type Collection, type Comparison, type Rule, ruleAlternatives } from '@coffer/schema'
import { targetOf } from '../parts/relations.ts'
import { noNeeds, type RuleNeeds, type SignIn } from './RuleNeeds.ts'
import { RuleReader, type RuleSubject } from './RuleReader.ts'

/** Rules with more alternatives are not analyzed. */
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

/** Returns the items that pass a test; all items if none does. */
function prefer<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly Item[] {
  const found = items.filter(test)
  return found.length > 0 ? found : items
}

/**
 * Returns the auth collection whose records the rule most likely requires. If the rule does not determine it: one with password
 * sign-in, preferably the collection itself or one that its records reference.
 */
function signInFor(reader: RuleReader, { collection, collections }: RuleSubject): SignIn {
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

function needsOfAlternative(alternative: readonly Comparison[], subject: RuleSubject): RuleNeeds {
  const reader = new RuleReader(subject)
  for (const comparison of alternative) reader.add(comparison)
  const { needs } = reader
  if (reader.isGuest && reader.isSignedIn) needs.underived.push('@request.auth.id = ""')
  return { ...needs, signIn: reader.isSignedIn ? signInFor(reader, subject) : undefined }
}

/** Estimates the effort of a request: underived parts weigh most, then signing in, then values that the user has to provide. */
const costOf = ({ underived, signIn, account, record, fields, query, headers }: RuleNeeds): number =>
  underived.length * 1000 +
  (signIn ? 100 : 0) +
  [...fields.values()].filter(({ isSent }) => isSent !== false).length +
  record.length +
  account.length * 2 +
  Object.keys(query).length +
  Object.keys(headers).length

/** Derives the requirements on a request from a rule; from its simplest alternative if there are several. */
export function deriveNeeds(rule: Rule, subject: RuleSubject): RuleNeeds {
  if (rule === null) return { ...noNeeds(), signIn: 'admin' }
  if (rule.trim() === '') return noNeeds()
  const alternatives = ruleAlternatives(rule, maxAlternatives)?.map(alternative => needsOfAlternative(alternative, subject))
  const [simplest] = alternatives?.sort((one, other) => costOf(one) - costOf(other)) ?? []
  if (simplest) return simplest
  const reader = new RuleReader(subject)
  const signIn = rule.includes('@request.auth.') ? signInFor(reader, subject) : undefined
  return { ...noNeeds(), signIn, underived: [rule] }
}
