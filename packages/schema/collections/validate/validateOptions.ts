import { domainIssues, type Issue } from '@coffer/fields'
import { collectIssues, type Issues, nestIssues } from '../../issues/Issues.ts'
import { atLeast, atMost, required } from '../../issues/rules.ts'
import { validateCofferAuth } from '../auth/cofferAuth.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import { type AuthOptions, authOptions, viewOptions } from '../collectionOptions.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateRule } from './validateRules.ts'

const invalid: Issue = { code: 'validation_invalid_options', message: 'Invalid options.' }

const passwordIssue = ({ minPasswordLength, allowEmailAuth, allowUsernameAuth }: AuthOptions): Issue | undefined =>
  (allowEmailAuth || allowUsernameAuth ? required(minPasswordLength) : undefined) ??
  atLeast(minPasswordLength, 5) ??
  atMost(minPasswordLength, 72)

function validateAuthOptions(options: AuthOptions, draft: CollectionDraft, context: ValidationContext): Issues {
  const { manageRule, exceptEmailDomains, onlyEmailDomains } = options
  const issues = collectIssues({
    ...nestIssues(domainIssues({ exceptEmailDomains, onlyEmailDomains })),
    manageRule: manageRule === '' ? { code: 'validation_nil_or_not_empty_required', message: 'Cannot be blank.' } : undefined,
    minPasswordLength: passwordIssue(options),
    coffer: validateCofferAuth(options, { options, draft, validateRule: rule => validateRule(rule, context) }),
  })
  return Object.keys(issues).length > 0 ? issues : collectIssues({ manageRule: validateRule(manageRule, context) })
}

const queryIssue = (query: string, { queryError }: ValidationContext): Issue | undefined =>
  required(query) ??
  (queryError === undefined ? undefined : { code: 'validation_invalid_view_query', message: `Invalid query - ${queryError}` })

/** Validates the options for the collection's type. A base collection has none. */
export function validateOptions(draft: CollectionDraft, context: ValidationContext): Issue | Issues {
  const { type, options } = draft
  if (type === 'auth') {
    const read = authOptions.safeParse(options)
    return read.success ? validateAuthOptions(read.data, draft, context) : invalid
  }
  if (type !== 'view') return {}
  const read = viewOptions.safeParse(options)
  return read.success ? collectIssues({ query: queryIssue(read.data.query, context) }) : invalid
}
