import { fieldType } from '@coffer/fields'
import {
  type CofferSettings,
  type Collection,
  findDialectDifferences,
  leavesOf,
  newerName,
  newerProviderNames,
  type OwnProvider,
  operandsOf,
  requestBodyName,
  ruleNames,
  rulesOf,
} from '@coffer/schema'
import type { RuleMeaning } from '../../../catalog/ruleMeaning.ts'
import { readFilter } from '../../../query/compile/readFilter.ts'

/** The parts of an installation that can use abilities of later versions. */
interface Instance {
  collections: readonly Collection[]
  settings: CofferSettings
  ruleMeaning: RuleMeaning
}

/** An ability that PocketBase 0.22 does not have. */
interface NewerAbility {
  /** Returns where it is used, such as `posts.place`. */
  findUses: (instance: Instance) => string[]
  /** What 0.22 would do. The list of uses follows it. */
  effect: string
  /** What to do before going back. */
  advice: string
}

/** Whether a rule has a name or function that 0.22 does not know. An invalid rule lets only admins in, in both versions. */
function isNewerRule(rule: string | null): boolean {
  if (!rule) return false
  try {
    return operandsOf(readFilter(rule)).some(
      operand =>
        operand.kind === 'call' ||
        leavesOf(operand).some(
          leaf => leaf.kind === 'identifier' && (requestBodyName.test(leaf.name) || newerName.test(leaf.name)),
        ),
    )
  } catch {
    return false
  }
}

const isEvaluatedBy022 = (path: string): boolean => path === 'manageRule' || (ruleNames as readonly string[]).includes(path)

const isNewerProvider = ({ name }: OwnProvider): boolean => (newerProviderNames as readonly string[]).includes(name)

const fieldsOf = (collections: readonly Collection[]) =>
  collections.flatMap(({ name, schema }) => schema.map(field => ({ path: `${name}.${field.name}`, field })))

/** All abilities, beginning with the one that prevents going back. A new ability needs an entry here. */
export const newerAbilities: readonly NewerAbility[] = [
  {
    findUses: ({ collections }) =>
      fieldsOf(collections)
        .filter(({ field }) => fieldType(field).isUnknownTo022)
        .map(({ path, field }) => `${path} (${field.type})`),
    effect: 'cannot open this data directory: it does not know the type of',
    advice: 'If you want to be able to go back to it, use fields of other types. Otherwise leave this check out with --skip.',
  },
  {
    findUses: ({ collections }) =>
      fieldsOf(collections)
        .filter(({ field }) => field.hidden)
        .map(({ path }) => path),
    effect: 'would show fields that are hidden here:',
    advice: 'Before you go back to it, remove these fields, or move them to a collection whose rules only admins meet.',
  },
  {
    findUses: ({ collections }) =>
      fieldsOf(collections)
        .filter(({ field }) => fieldType(field).newerOptions?.some(name => field.options[name] !== undefined))
        .map(({ path }) => path),
    effect: 'would neither generate texts nor limit their bytes in',
    advice: 'Before you go back to it, let the clients send generated texts, or a hook set them, and limit rich texts in a hook.',
  },
  {
    findUses: ({ collections }) =>
      fieldsOf(collections)
        .filter(({ field }) => field.help !== undefined)
        .map(({ path }) => path),
    effect: 'does not show help texts, and loses them when the collection is saved:',
    advice: 'Nothing else depends on them. Keep an export of the collections if you want to come back.',
  },
  {
    findUses: ({ collections }) => collections.filter(({ omittedDates }) => omittedDates).map(({ name }) => name),
    effect: 'would show the dates created and updated of the records of',
    advice: 'Before you go back to it, check that these dates tell nothing that their readers should not know.',
  },
  {
    findUses: ({ collections }) =>
      collections.flatMap(collection => {
        const keys = collection.type === 'auth' ? Object.keys(collection.options.coffer ?? {}) : []
        return keys.length === 0 ? [] : [`${collection.name} (${keys.join(', ')})`]
      }),
    effect: 'would ignore options of auth collections, so that users could sign in who cannot here:',
    advice: 'Before you go back to it, set these options to their defaults, and check who can still sign in.',
  },
  {
    findUses: ({ collections }) =>
      collections.flatMap(({ name, type, options }) =>
        type === 'auth'
          ? (options.coffer?.oauth2?.providers ?? []).filter(isNewerProvider).map(provider => `${name} (${provider.name})`)
          : [],
      ),
    effect: 'does not know these sign-in providers:',
    advice: 'Before you go back to it, let the users who sign in with these providers set a password.',
  },
  {
    findUses: ({ collections }) =>
      collections.flatMap(collection =>
        rulesOf(collection)
          // The other rules are options that 0.22 ignores.
          .filter(([path, rule]) => isEvaluatedBy022(path) && isNewerRule(rule))
          .map(([path]) => `${collection.name}.${path}`),
      ),
    effect: 'cannot evaluate rules with names of later versions, so that only admins would pass them:',
    advice:
      'Before you go back to it, write these rules without functions, :lower, :changed, @request.body, @yesterday and @tomorrow.',
  },
  {
    findUses: ({ collections, ruleMeaning }) =>
      ruleMeaning === 'v022'
        ? []
        : [
            ...new Set(
              findDialectDifferences(collections, ruleMeaning).flatMap(({ kind, path }) =>
                kind === 'rule' && isEvaluatedBy022(path.slice(path.indexOf('.') + 1)) ? path : [],
              ),
            ),
          ],
    effect: 'would evaluate some rules in another way, because rules have the meaning of later versions here:',
    advice: 'Before you go back to it, choose the meaning of 0.22 in Settings, Application, and check these rules.',
  },
  {
    findUses: ({ settings }) => settings.superuserIPs,
    effect: 'would let admins in from all addresses, not only from',
    advice: 'Before you go back to it, limit the addresses of admins in a proxy or firewall.',
  },
  {
    findUses: ({ settings: { rateLimits } }) => (rateLimits.enabled ? rateLimits.rules.map(({ label }) => label) : []),
    effect: 'would not limit requests:',
    advice: 'Before you go back to it, limit requests in a proxy.',
  },
]
