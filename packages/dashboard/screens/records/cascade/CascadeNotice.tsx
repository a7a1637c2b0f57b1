import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { messageOf } from '../../../queries/connection/failure.ts'
import { deletionPreviewQuery } from '../../../queries/records/deletionPreview.ts'
import { cascadeText } from './cascadeText.ts'

interface CascadeNoticeProps {
  collection: Collection
  ids: readonly string[]
}

/** Shows how many other records a deletion also deletes. Renders nothing if no relation can cascade. */
export function CascadeNotice({ collection, ids }: CascadeNoticeProps) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const hasDependents = collections.some(other => dependsOn(other, collection.id))
  const { data, error } = useQuery({ ...deletionPreviewQuery(collection.id, ids), enabled: hasDependents })
  if (!hasDependents) return null
  return (
    <p role="status">
      {data
        ? cascadeText(data, ids.length)
        : error
          ? `Couldn't count the other records to delete: ${messageOf(error)}`
          : 'Counting the other records to delete...'}
    </p>
  )
}

function dependsOn({ type, schema }: Collection, collectionId: string): boolean {
  return (
    type !== 'view' &&
    schema.some(field => {
      const { refersTo, cascadesDelete } = abilitiesOf(field)
      return refersTo?.(field.options) === collectionId && (field.required || cascadesDelete?.(field.options) === true)
    })
  )
}
