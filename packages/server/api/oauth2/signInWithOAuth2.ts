import type { AuthCollection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { createAuthResponse } from '../authRecords/createAuthResponse.ts'
import { CommittedError } from '../CommittedError.ts'
import type { Call, Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { signInForm } from './signInForm.ts'

const getOAuth2Collection = async (call: Call): Promise<AuthCollection> => {
  const collection = await getAuthCollection(call)
  if (!collection.options.allowOAuth2Auth) throw badRequest('The collection is not configured to allow OAuth2 authentication.')
  return collection
}

/** Returns the `meta` of the response: the provider's user. */
const metaOf = (proof: NonNullable<Call['request']['proof']>, isNew: boolean) => {
  const { accessToken, refreshToken, expiry, rawUser } = proof
  const { isEmailVerified: _, ...user } = proof.user
  return { ...user, accessToken, refreshToken, expiry, rawUser, isNew }
}

/** Signs in the auth record of an OAuth2 provider's user, or creates one. */
export const signInWithOAuth2: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-with-oauth2',
  operation: {
    id: 'auth{}WithOAuth2',
    summary: 'Sign in with the code of an OAuth2 provider',
    of: 'auth',
    query: ['expand', 'fields'],
    body: { form: signInForm, required: ['provider', 'code', 'redirectUrl'] },
    returns: '{}AuthWithOAuth2',
    errors: [403],
  },
  runs: 'writes',
  prove: async call => {
    await getOAuth2Collection(call)
    const [{ readSignIn }, { authenticateUser }] = await Promise.all([
      import('./readSignIn.ts'),
      import('../../auth/oauth2/authenticateUser.ts'),
    ])
    const { provider, given } = await readSignIn(call)
    return authenticateUser(provider, given)
  },
  handle: async call => {
    const collection = await getOAuth2Collection(call)
    const { app, request, requester } = call
    const { proof } = request
    if (!proof) throw new Error('No provider confirmed this identity.')
    const [{ readCreateData }, { signInWithProof }] = await Promise.all([
      import('./readSignIn.ts'),
      import('../../auth/oauth2/signInWithProof.ts'),
    ])
    const createData = readCreateData(call)
    const { record, isNew, effects } = await signInWithProof({ app, request, requester, collection, proof, createData })
    try {
      const { json } = await createAuthResponse(call, collection, record)
      return jsonReply({ meta: metaOf(proof, isNew), ...json }, { effects })
    } catch (error) {
      throw new CommittedError(error, effects)
    }
  },
}
