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

/** Says how many other records are deleted along with these. Shows nothing where no relation leads to that. */
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
          ? `What else is deleted could not be counted: ${messageOf(error)}`
          : 'Counting what else is deleted...'}
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
