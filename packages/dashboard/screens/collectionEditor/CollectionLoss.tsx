import { type Collection, findLostNames } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import { LostNames } from './LostNames.tsx'

/** Shows what is lost with a collection: its records, and the names in rules of other collections that follow relations to it. */
export function CollectionLoss({ collection }: { collection: Collection }) {
  const { id, type } = collection
  const { data: affected, isPending } = useQuery({ ...affectedRecordsQuery(id, []), enabled: type !== 'view' })
  const { data: collections = [] } = useQuery(collectionsQuery)
  const others = collections.filter(other => other.id !== id)
  // The deleted collection is no longer among the others while the question fades out.
  const lostNames = findLostNames([...others, collection], others)
  return (
    <>
      {type !== 'view' && (
        <p role="status">{isPending ? 'Counting its records...' : <Loss collectionId={id} total={affected?.total} />}</p>
      )}
      {lostNames.length > 0 && <LostNames names={lostNames} before={[...others, collection]} after={others} />}
    </>
  )
}

function Loss({ collectionId, total }: { collectionId: string; total: number | undefined }) {
  if (total === undefined) return "Couldn't count its records."
  if (total === 0) return 'It has no records.'
  return (
    <>
      <a href={`#/collections?${new URLSearchParams({ collectionId })}`} target="_blank" rel="noreferrer">
        {countInWords(total)}
      </a>{' '}
      and their files are deleted permanently.
    </>
  )
}
