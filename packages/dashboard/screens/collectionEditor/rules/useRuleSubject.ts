import type { FilterSubject } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { viewPreviewQuery } from '../../../queries/collections/viewPreview.ts'
import { asCollection } from '../edited/asCollection.ts'
import type { CollectionForm } from '../useCollectionForm.ts'

/** Returns the context of the rules of an edited collection: its current state in the form, and all other collections. */
export function useRuleSubject({ edited, collections }: CollectionForm): FilterSubject {
  const { stored, name, type, fields, query, auth } = edited
  // Only reads the cache. The query tab requests the preview.
  const { data: preview } = useQuery({ ...viewPreviewQuery(stored?.id, query), enabled: false })
  const columns = preview?.schema
  return useMemo(() => {
    const collection = asCollection({ stored, name, type, fields, query, auth }, columns)
    const others = collections.filter(({ id }) => id !== stored?.id)
    return { collection, collections: [...others, collection], scope: 'rule' }
  }, [stored, name, type, fields, query, auth, columns, collections])
}
