import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

/** An account of an OAuth2 provider with which one signs in to a record. */
export interface LinkedProvider {
  id: string
  provider: string
  /** The provider's own id of its account. */
  providerId: string
}

/** The providers that are linked to an account. */
export function linkedProvidersQuery(collectionId: string, recordId: string) {
  return queryOptions({
    queryKey: ['linkedProviders', collectionId, recordId],
    queryFn: async ({ signal }): Promise<LinkedProvider[]> => {
      const links = await client.collection(collectionId).listExternalAuths(recordId, { signal })
      return links.map(({ id, provider, providerId }) => ({ id, provider, providerId }))
    },
    // Whoever looks wants to know how things are now.
    staleTime: 0,
    gcTime: 0,
  })
}

export async function unlinkProvider(collectionId: string, recordId: string, provider: string): Promise<void> {
  await client.collection(collectionId).unlinkExternalAuth(recordId, provider)
}

/** Sends an account a mail with which it is verified; fails with the reason when the mail server does not take it. */
export async function requestVerification(collectionId: string, email: string): Promise<void> {
  await client.collection(collectionId).requestVerification(email, { query: { explain: 1 } })
}

/** Sends an account a mail with which it gets a new password; fails with the reason when the mail server does not take it. */
export async function requestAccountPasswordReset(collectionId: string, email: string): Promise<void> {
  await client.collection(collectionId).requestPasswordReset(email, { query: { explain: 1 } })
}
