import { compareRules } from '../../access/compareRules.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { getNamedCollection, getPersona, readRules, timeBudgetOf } from './parameters.ts'

const form = { collection: 'text', rules: 'json', persona: 'text' } as const

/**
 * Compares new rules of a collection with the stored ones, without saving them. If a persona is named, the records that it gains and
 * loses are listed.
 */
export const compare: Endpoint = {
  method: 'POST',
  path: '/access/compare',
  operation: {
    id: 'compareRules',
    summary: 'Compare new rules of a collection with the stored ones',
    body: { form, required: ['collection', 'rules'] },
    returns: 'RuleComparison',
    errors: [404],
  },
  body: { maxBytes: 1024 * 1024 },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const { collection, rules, persona } = readForm(request, form)
    const changes = await compareRules(app.db, app.catalog, {
      collection: getNamedCollection(app, collection),
      rules: readRules(rules),
      persona: persona === undefined ? undefined : await getPersona(app, persona),
      timeBudgetMs: timeBudgetOf(app) / 4,
    })
    return jsonReply({ changes })
  }),
}
