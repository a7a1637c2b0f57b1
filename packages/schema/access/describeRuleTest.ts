import type { RuleTest } from './RuleTest.ts'

function describeRequester(persona: string): string {
  if (persona === 'guest') return 'A guest'
  return persona.startsWith('new:') ? `A new user of ${persona.slice('new:'.length)}` : `The user ${persona}`
}

function describeTarget({ action, record, given }: RuleTest): string {
  if (action === 'create') return 'a record'
  if (given) return 'the given record'
  return record === undefined ? 'records' : `the record ${record}`
}

/** Says what a test expects, as in `A guest cannot list records`. A test's own name comes first. */
export function describeRuleTest(test: RuleTest): string {
  const { name, persona, action, expected } = test
  if (name !== undefined) return name
  const who = describeRequester(persona)
  if (typeof expected === 'number')
    return `${who} lists ${expected.toLocaleString('en-US')} ${expected === 1 ? 'record' : 'records'}`
  return `${who} ${expected === 'allowed' ? 'can' : 'cannot'} ${action} ${describeTarget(test)}`
}
