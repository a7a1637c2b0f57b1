import { cofferSettings, findDialectDifferences } from '@coffer/schema'
import { saveRuleMeaning } from '../../catalog/ruleMeaning.ts'
import { collectIssues } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { App } from '../App.ts'
import { readForm } from '../body/readForm.ts'
import { logExposure } from '../collections/logExposure.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader, inWriter } from '../Steps.ts'
import { storeSettings } from './storeSettings.ts'

/** The dialects by the names that clients use, also in the header `X-Dialect`. */
const dialects = { '0.22': 'v022', today: 'today' } as const

type Name = keyof typeof dialects

const nameOf = (dialect: (typeof dialects)[Name]): Name => (dialect === 'today' ? 'today' : '0.22')

const isName = (text: string): text is Name => Object.hasOwn(dialects, text)

/** Returns what the endpoints answer. */
function settingOf({ settings, catalog }: Pick<App, 'settings' | 'catalog'>) {
  const { all, ruleMeaning } = catalog
  return {
    dialect: nameOf(cofferSettings(settings).dialect),
    rules: nameOf(ruleMeaning),
    differences: findDialectDifferences(all, ruleMeaning),
  }
}

/** Returns the dialect of requests that show none, the meaning of rules, and where the versions differ for the collections. */
export const viewDialect: Endpoint = {
  method: 'GET',
  path: '/settings/dialect',
  operation: {
    id: 'viewDialect',
    summary: 'View the version of requests that show none, and of rules',
    returns: 'DialectSetting',
  },
  guard: adminOnly,
  steps: inReader(async ({ app }) => jsonReply(settingOf(app))),
}

const form = { dialect: 'text', rules: 'text' } as const

/** Changes the dialect of requests that show none, and the meaning of rules. */
export const updateDialect: Endpoint = {
  method: 'PATCH',
  path: '/settings/dialect',
  operation: {
    id: 'updateDialect',
    summary: 'Change the version of requests that show none, and of rules',
    body: { form },
    returns: 'DialectSetting',
  },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    const { dialect, rules } = readForm(request, form)
    const unknown = { code: 'validation_in_invalid', message: 'Must be 0.22 or today.' }
    const check = (name: string | undefined) => (name === undefined || isName(name) ? undefined : unknown)
    const issues = collectIssues({ dialect: check(dialect), rules: check(rules) })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    if (dialect !== undefined && isName(dialect))
      await storeSettings(app, settings => ({ ...settings, coffer: { ...cofferSettings(settings), dialect: dialects[dialect] } }))
    if (rules !== undefined && isName(rules) && dialects[rules] !== app.catalog.ruleMeaning)
      await logExposure(app, () => app.db.transaction(transaction => saveRuleMeaning(transaction, dialects[rules])))
    return jsonReply(settingOf(await app.snapshot()))
  }),
}
