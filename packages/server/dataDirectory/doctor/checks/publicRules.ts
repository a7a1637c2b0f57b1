import type { Collection } from '@coffer/schema'
import type { Check, Finding } from '../Check.ts'

type RuleName = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule'

interface PublicRule {
  rule: RuleName
  severity: Finding['severity']
  /** What everyone can do, as the end of a sentence. */
  effect: string
  /** The types of collections for which an empty rule is surprising. */
  types: readonly Collection['type'][]
}

/** Public lists are usual for content, and public creation for sign-up, so they are not mentioned there. */
const surprisingRules: readonly PublicRule[] = [
  { rule: 'createRule', severity: 'notice', effect: 'create records', types: ['base'] },
  { rule: 'updateRule', severity: 'problem', effect: 'change every record', types: ['base', 'auth'] },
  { rule: 'deleteRule', severity: 'problem', effect: 'delete every record', types: ['base', 'auth'] },
  { rule: 'listRule', severity: 'notice', effect: 'list all users', types: ['auth'] },
]

export const publicRules: Check = {
  name: 'publicRules',
  title: 'No rule allows everyone to change records.',
  find: async ({ catalog }) => {
    const { all } = await catalog()
    return surprisingRules.flatMap(({ rule, severity, effect, types }): Finding[] => {
      const open = all.filter(collection => types.includes(collection.type) && collection[rule] === '')
      if (open.length === 0) return []
      return [
        {
          severity,
          message: `Everyone can ${effect} in ${open.map(({ name }) => name).join(', ')}, because the ${rule} is empty.`,
          advice: 'If that is not intended, set the rule to admins only, or require @request.auth.id != "".',
        },
      ]
    })
  },
}
