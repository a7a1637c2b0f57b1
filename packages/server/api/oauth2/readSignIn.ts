import type { Issue } from '@coffer/fields'
import { isObject } from '@coffer/fields'
import { type EnabledProvider, enabledProviders } from '../../auth/oauth2/enabledProviders.ts'
import type { GivenCode } from '../../auth/oauth2/exchangeCode.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, required } from '../../errors/fieldIssues.ts'
import type { JsonObject } from '../body/jsonObject.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../contract.ts'
import { signInForm } from './signInForm.ts'

interface SignInForm {
  provider: EnabledProvider
  given: GivenCode
}

const notEnabled = (provider: string): Issue => ({
  code: 'validation_invalid_provider',
  message: `${JSON.stringify(provider)} is missing or is not enabled.`,
})

const readShape = ({ request }: Pick<Call, 'request'>) => {
  const { createData, ...form } = readForm(request, signInForm)
  if (createData === undefined || createData === null) return { ...form, createData: {} }
  if (!isObject(createData)) throw badRequest('An error occurred while loading the submitted data.')
  return { ...form, createData }
}

/** The submitted values for a new auth record. */
export const readCreateData = (call: Pick<Call, 'request'>): JsonObject => readShape(call).createData

/**
 * Reads the provider, its code and the other parameters of a sign-in.
 * @throws ApiError 400 if the body cannot be parsed, or with issues by field
 */
export const readSignIn = async ({ app, request }: Call): Promise<SignInForm> => {
  const { provider: name = '', code = '', codeVerifier = '', redirectUrl = '' } = readShape({ request })
  const provider = enabledProviders(await app.settings()).find(enabled => enabled.name === name)
  const issues = collectIssues({
    provider: required(name) ?? (provider ? undefined : notEnabled(name)),
    code: required(code),
    redirectUrl: required(redirectUrl),
  })
  if (!provider || Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  return { provider, given: { code, codeVerifier, redirectUrl } }
}
