import type { AuthCollection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import { createAuthResponse } from '../accounts/createAuthResponse.ts'
import { findAuthCollection } from '../accounts/findAuthCollection.ts'
import type { Answer, Call, Endpoint } from '../contract.ts'

const findOpenCollection = async (call: Call): Promise<AuthCollection> => {
  const collection = await findAuthCollection(call)
  if (!collection.options.allowOAuth2Auth) throw badRequest('The collection is not configured to allow OAuth2 authentication.')
  return collection
}

/** Returns the `meta` of the response: the provider's user. */
const metaOf = (proof: NonNullable<Call['request']['proof']>, isNew: boolean) => {
  const { accessToken, refreshToken, expiry, rawUser } = proof
  const { isEmailProven: _, ...user } = proof.user
  return { ...user, accessToken, refreshToken, expiry, rawUser, isNew }
}

/** Signs in the auth record of an OAuth2 provider's user, or creates one. */
export const signInWithOAuth2: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-with-oauth2',
  runs: 'writes',
  prove: async call => {
    await findOpenCollection(call)
    const [{ readSignIn }, { proveUser }] = await Promise.all([
      import('./readSignIn.ts'),
      import('../../auth/oauth2/proveUser.ts'),
    ])
    const { provider, given } = await readSignIn(call)
    return proveUser(provider, given)
  },
  handle: async (call): Promise<Answer> => {
    const collection = await findOpenCollection(call)
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
      return { json: { meta: metaOf(proof, isNew), ...Object(json) }, effects }
    } catch (refused) {
      return { refused, effects }
    }
  },
}
