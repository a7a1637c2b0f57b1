import { useQuery } from '@tanstack/react-query'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import type { Log } from '../../queries/logs.ts'
import { explainHref } from '../../shell/address/addressSearch.ts'
import { explainedRequest } from './explainedRequest.ts'

/** Link to the explanation of a logged request: why it was rejected, or why its list is empty. */
export function WhyLink({ log }: { log: Log }) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const request = explainedRequest(log)
  const collection = collections.find(({ id, name }) => id === request?.collection || name === request?.collection)
  if (!request || !collection) return null
  // The panel asks for the user, of whichever auth collection.
  const users = request.isOfUser ? collections.find(({ type }) => type === 'auth') : undefined
  const { action, recordId, query, isOfToday } = request
  const address = {
    ...{ explain: action, collectionId: collection.id },
    ...(users && { persona: `new:${users.id}` }),
    ...(recordId && { recordId }),
    ...(query && { query }),
    dialect: isOfToday ? 'today' : '0.22',
  }
  return <a href={explainHref(address)}>Why?</a>
}
