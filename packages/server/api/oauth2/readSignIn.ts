import { type Issue, isObject } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import { type EnabledProvider, enabledProviders } from '../../auth/oauth2/enabledProviders.ts'
import type { GivenCode } from '../../auth/oauth2/exchangeCode.ts'
import { collectIssues, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { JsonObject } from '../body/jsonObject.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'

/** The body of a sign-in through an OAuth2 provider. */
export const signInForm = {
  provider: 'text',
  code: 'text',
  codeVerifier: 'text',
  redirectUrl: 'text',
  createData: 'json',
  mfaId: 'text',
} as const

interface SignInForm {
  provider: EnabledProvider
  given: GivenCode
}

const notEnabled = (name: string): Issue => ({
  code: 'validation_invalid_provider',
  message: `${JSON.stringify(name)} is missing or is not enabled.`,
  newer: {
    code: 'validation_invalid_provider',
    message: `Provider with name ${name} is missing or is not enabled.`,
    params: { name },
  },
})

function readShape({ request }: Pick<Call, 'request'>) {
  const { createData, ...form } = readForm(request, signInForm)
  if (createData === undefined || createData === null) return { ...form, createData: {} }
  if (!isObject(createData)) throw new Rejection('invalid', { code: 'dataNotLoaded' })
  return { ...form, createData }
}

/** Whether the body has the key that SDKs for PocketBase 0.23 and later send, which read `avatarURL` in the response. */
export function hasNewerKey({ request: { body } }: Pick<Call, 'request'>): boolean {
  return body.kind === 'json' && body.text.includes('"redirectURL"')
}

/** The submitted values for a new auth record. */
export function readCreateData(call: Pick<Call, 'request'>): JsonObject {
  return readShape(call).createData
}

/**
 * Reads the provider, its code and the other parameters of a sign-in.
 * @throws Rejection if the body cannot be parsed, or with issues by field
 */
export async function readSignIn({ app, request }: Call, { options }: AuthCollection): Promise<SignInForm> {
  const { provider: name = '', code = '', codeVerifier = '', redirectUrl = '' } = readShape({ request })
  const provider = enabledProviders(options, app.settings).find(enabled => enabled.name === name)
  const issues = collectIssues({
    provider: required(name) ?? (provider ? undefined : notEnabled(name)),
    code: required(code),
    // PocketBase 0.39 does not require it.
    redirectUrl: request.dialect === 'today' ? undefined : required(redirectUrl),
  })
  if (!provider || Object.keys(issues).length > 0) {
    const code = request.dialect === 'today' ? ({ code: 'dataNotLoaded' } as const) : {}
    throw new Rejection('invalid', { ...code, issues })
  }
  return { provider, given: { code, codeVerifier, redirectUrl } }
}
