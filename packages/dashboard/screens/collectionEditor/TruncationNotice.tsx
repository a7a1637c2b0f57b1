import { useQuery } from '@tanstack/react-query'
import { truncationPreviewQuery } from '../../queries/records/deletionPreview.ts'
import { truncationText } from '../records/cascade/cascadeText.ts'

/** Shows what a truncation deletes. A failed count does not prevent it: the notice then says that the numbers are unknown. */
export function TruncationNotice({ collectionId }: { collectionId: string }) {
  const { data, error } = useQuery(truncationPreviewQuery(collectionId))
  return (
    <p role="status">
      {data
        ? truncationText(data)
        : error
          ? "Couldn't count its records and files."
          : 'Counting the records and files to delete...'}
    </p>
  )
}
