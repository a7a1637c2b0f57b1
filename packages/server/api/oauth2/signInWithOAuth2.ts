import type { AuthCollection } from '@coffer/schema'
import type { EnabledProvider } from '../../auth/oauth2/enabledProviders.ts'
import type { ProviderProof } from '../../auth/oauth2/ProviderProof.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { ValidatedChange } from '../../records/RecordInput.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import { withoutHidden } from '../../records/rows/hiddenFields.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import type { AuthJson } from '../authRecords/createAuthResponse.ts'
import { finishSignIn, queueSignInMails, respondSignedIn } from '../authRecords/finishSignIn.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { callHooks, hasHook } from '../records/hooks.ts'
import { turnForHooks, withInsideHooks } from '../records/insideHooks.ts'
import { changeOf, hasScripts } from '../records/scripts.ts'
import { countAttempt, inReaderOnce, next } from '../Steps.ts'
import { authEvents, callAround } from '../scriptEvents.ts'
import { callBeforeSignIn, chosenIdOf, oauth2Values, proofAfter } from './oauth2Scripts.ts'
import { hasNewerKey, signInForm } from './readSignIn.ts'

async function getOAuth2Collection(call: Call): Promise<AuthCollection> {
  const collection = getAuthCollection(call)
  if (!collection.options.allowOAuth2Auth) throw new Rejection('invalid', { code: 'oauth2Disabled' })
  return collection
}

/** Returns the `meta` of the response: the provider's user. */
function metaOf(call: Call, proof: ProviderProof, isNew: boolean) {
  const { accessToken, refreshToken, expiry, rawUser } = proof
  const { isEmailVerified: _, ...user } = proof.user
  const newer = call.request.dialect === 'today' || hasNewerKey(call) ? { avatarURL: user.avatarUrl } : {}
  return { ...user, ...newer, accessToken, refreshToken, expiry, rawUser, isNew }
}

/** Returns the picture of a user without an auth record, if the collection has a file field for it. */
async function avatarOf(call: Call, collection: AuthCollection, proof: ProviderProof, { userApiUrl }: EnabledProvider) {
  const { avatarFieldOf } = await import('../../auth/oauth2/mappedValues.ts')
  if (proof.user.avatarUrl === '' || avatarFieldOf(collection) === undefined) return undefined
  const { findOwner } = await import('../../auth/oauth2/findOwner.ts')
  // The writer reports an address that the provider has not verified.
  const owner = await findOwner(call.app.db, collection, call.requester, proof).catch(() => 'unverified' as const)
  if (owner) return undefined
  const { downloadAvatar } = await import('../../auth/oauth2/downloadAvatar.ts')
  return downloadAvatar(proof.user.avatarUrl, userApiUrl)
}

/**
 * Calls the hooks for a sign-in, or the hooks for a creation if the user has no auth record yet: the hooks for its sign-in follow
 * the creation. Returns undefined if there are none.
 */
async function hooksOf(call: Call, collection: AuthCollection, proof: ProviderProof, createData: Record<string, unknown>) {
  if (!hasHook(call, collection, 'signIn') && !hasHook(call, collection, 'create')) return undefined
  const { findOwner } = await import('../../auth/oauth2/findOwner.ts')
  const record = await findOwner(call.app.db, collection, call.requester, proof)
  if (record)
    return hasHook(call, collection, 'signIn') ? callHooks(call, collection, 'signIn', { record, method: 'oauth2' }) : undefined
  const input = { ...createData, email: proof.user.email }
  return hasHook(call, collection, 'create') ? callHooks(call, collection, 'create', { input }) : undefined
}

/** What a provider has proven about a user. */
interface Proven {
  proof: ProviderProof
  isNew: boolean
}

/** Calls the hooks of scripts around the auth response, to which the provider's user is added. */
function respond(
  call: Call,
  collection: AuthCollection,
  record: StoredRecord,
  { json }: JsonReply<AuthJson>,
  { proof, isNew }: Proven,
) {
  const meta = metaOf(call, proof, isNew)
  const reply = jsonReply({ meta, ...json })
  return callAround(call, ['onRecordAfterAuthWithOAuth2Request', 'onRecordAuthRequest'], reply, () =>
    authEvents(collection, record, reply, oauth2Values(proof, meta, isNew)),
  )
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
  steps: inReaderOnce(async call => {
    const collection = await getOAuth2Collection(call)
    const [{ readSignIn }, { authenticateUser }] = await Promise.all([
      import('./readSignIn.ts'),
      import('../../auth/oauth2/authenticateUser.ts'),
    ])
    const { provider, given } = await readSignIn(call, collection)
    const attempt = { kind: 'oauth2', target: provider.name } as const
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    const proof = await authenticateUser(provider, given)
    return next({ proof, avatar: await avatarOf(call, collection, proof, provider) })
  })
    .inWriter(async (call, { proof: sent, avatar }) => {
      const collection = await getOAuth2Collection(call)
      const { request, requester } = call
      const [{ readCreateData }, { signInWithProof }] = await Promise.all([
        import('./readSignIn.ts'),
        import('../../auth/oauth2/signInWithProof.ts'),
      ])
      const before = await callBeforeSignIn(call, collection, sent, metaOf(call, sent, false))
      if (before) return before
      const proof = proofAfter(call, sent)
      const actor = createActor(requester, request, { context: 'oauth2' })
      const { values: createData } = withoutHidden(collection, requester, { values: readCreateData(call), files: [] })
      const hooks = await hooksOf(call, collection, proof, createData)
      if (hooks) return hooks
      const hooked = request.hooked?.action === 'create' ? { hooked: request.hooked.input } : {}
      const change = request.scripted?.change
      const scripted = change ? { values: change } : hasScripts(call, collection, 'Create', '') ? 'validate' : undefined
      const chosenId = chosenIdOf(call)
      const hookTurn = turnForHooks(call, collection, 'create')
      if (hookTurn) return hookTurn
      try {
        const { record, isNew } = await signInWithProof({
          app: withInsideHooks(call, collection, 'create'),
          actor,
          collection,
          proof,
          createData,
          ...hooked,
          scripted,
          chosenId,
          avatar,
        })
        return next({ id: String(record.values.id), proof, isNew })
      } catch (error) {
        if (!(error instanceof ValidatedChange)) throw error
        return { kind: 'callScripts', call: { ...changeOf('Create', error), request: '' } }
      }
    })
    .inWriter(async (call, { id, proof, isNew }) => {
      const collection = await getOAuth2Collection(call)
      const record = await findRecord(call.app.db, collection, id)
      if (!record) throw new Rejection('missing')
      // The record of a new user can be checked only now. If a hook rejects the sign-in, the record stays, as after a sign-up.
      if (hasHook(call, collection, 'signIn')) return callHooks(call, collection, 'signIn', { record, method: 'oauth2' })
      const finished = await finishSignIn(call, collection, record, 'oauth2')
      return finished.kind === 'next' ? next({ ...finished.state, proof, isNew }) : finished
    })
    .inReader(async (call, signedIn) => {
      const collection = await getOAuth2Collection(call)
      return respondSignedIn(call, collection, signedIn, (record, created) =>
        respond(call, collection, record, created, signedIn),
      )
    })
    .inMain(queueSignInMails),
}
