import type { AuthCollection } from '@coffer/schema'
import type { ProviderProof } from '../../auth/oauth2/ProviderProof.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import type { Call } from '../Call.ts'
import type { CallScripts } from '../Steps.ts'
import { callBefore, type Events, modelAfter, plainValue, recordValue, valueAfter } from '../scriptEvents.ts'

/** Returns what hooks of scripts see of a provider's sign-in. */
export function oauth2Values(proof: ProviderProof, user: object, isNew: boolean): Events['values'] {
  return {
    providerName: plainValue(proof.provider),
    providerClient: { kind: 'notOffered', name: 'providerClient' },
    oAuth2User: plainValue(user),
    isNewRecord: plainValue(isNew),
  }
}

/** Calls the hooks of scripts before a sign-in, if there are any. */
export async function callBeforeSignIn(
  call: Call,
  collection: AuthCollection,
  proof: ProviderProof,
  user: object,
): Promise<CallScripts | undefined> {
  const { app, request, requester } = call
  if (!request.scripts || request.scripted?.before) return undefined
  const { findOwner, UnverifiedEmailError } = await import('../../auth/oauth2/findOwner.ts')
  const owner = await findOwner(app.db, collection, requester, proof).catch((error): StoredRecord | undefined => {
    // Hooks can choose a record. If they do not, the sign-in is rejected later.
    if (error instanceof UnverifiedEmailError) return undefined
    throw error
  })
  return callBefore(call, ['onRecordBeforeAuthWithOAuth2Request'], {
    collection,
    values: { ...oauth2Values(proof, user, owner === undefined), record: recordValue(owner) },
  })
}

/** Returns a proof with what hooks of scripts have set of the provider's user. */
export function proofAfter(call: Call, proof: ProviderProof): ProviderProof {
  const value = valueAfter(call, 'oAuth2User')
  if (value?.kind !== 'plain') return proof
  const changed = value.value as Record<string, unknown>
  const text = (name: 'id' | 'name' | 'username' | 'email' | 'avatarUrl') => String(changed[name] ?? '')
  const user = { id: text('id'), name: text('name'), username: text('username'), email: text('email') }
  return { ...proof, user: { ...proof.user, ...user, avatarUrl: text('avatarUrl') } }
}

/** Returns the id of the record that hooks of scripts have chosen, if any. */
export function chosenIdOf(call: Call): string | undefined {
  const id = modelAfter(call, 'record')?.id
  return id === undefined ? undefined : String(id)
}
