import { compareQueries } from '../../access/compareQueries.ts'
import { compareRules } from '../../access/compareRules.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { asView, getNamedCollection, getPersona, readRemoved, readRules, timeBudgetOf } from './parameters.ts'

const form = { collection: 'text', rules: 'json', removed: 'json', query: 'text', persona: 'text' } as const

/**
 * Compares new rules of a collection, rules without the fields that they read, or another query of a view, with what is stored, without
 * saving anything. If a persona is named, the
 * records that it gains and loses by the rules are listed.
 */
export const compare: Endpoint = {
  method: 'POST',
  path: '/access/compare',
  operation: {
    id: 'compareRules',
    summary: 'Compare new rules or another query of a collection with the stored ones',
    body: { form, required: ['collection', 'rules'] },
    returns: 'RuleComparison',
    errors: [404],
  },
  body: { maxBytes: 1024 * 1024 },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const { collection: named, rules, removed, query, persona } = readForm(request, form)
    const collection = getNamedCollection(app, named)
    const changes = await compareRules(app.db, app.catalog, {
      collection,
      rules: readRules(rules),
      removed: removed === undefined ? undefined : readRemoved(app, removed),
      persona: persona === undefined ? undefined : await getPersona(app, persona),
      timeBudgetMs: timeBudgetOf(app) / 4,
    })
    if (query === undefined) return jsonReply({ changes })
    const view = asView(collection)
    return jsonReply({ changes, query: await app.db.inspectQueries(look => compareQueries(look, app.catalog, view, query)) })
  }),
}
