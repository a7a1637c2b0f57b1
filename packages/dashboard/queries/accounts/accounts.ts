import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** An OAuth2 account that is linked to an auth record. */
export interface LinkedProvider {
  id: string
  provider: string
  /** The account's id at the provider. */
  providerId: string
}

/** Lists the OAuth2 accounts that are linked to an auth record. */
export function linkedProvidersQuery(collectionId: string, recordId: string) {
  return queryOptions({
    queryKey: ['linkedProviders', collectionId, recordId],
    queryFn: async ({ signal }): Promise<LinkedProvider[]> => {
      const links = await client.collection(collectionId).listExternalAuths(recordId, { signal })
      return links.map(({ id, provider, providerId }) => ({ id, provider, providerId }))
    },
    // Refetched each time the list is opened, because users link accounts themselves.
    staleTime: 0,
    gcTime: 0,
  })
}

export async function unlinkProvider(collectionId: string, recordId: string, provider: string): Promise<void> {
  await client.collection(collectionId).unlinkExternalAuth(recordId, provider)
}

/** Sends a verification mail. Fails with the reason if the mail server rejects it. */
export async function requestVerification(collectionId: string, email: string): Promise<void> {
  await client.collection(collectionId).requestVerification(email, { query: { explain: 1 } })
}

/** Sends a password reset mail. Fails with the reason if the mail server rejects it. */
export async function requestAccountPasswordReset(collectionId: string, email: string): Promise<void> {
  await client.collection(collectionId).requestPasswordReset(email, { query: { explain: 1 } })
}
