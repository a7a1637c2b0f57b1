import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { client } from '../../queries/client.ts'
import { fileTokenQuery } from '../../queries/fileToken.ts'
import { isProtected } from './abilities.ts'
import { recordLabel } from './recordLabel.ts'

/** What the views of a collection's fields may ask of the page; the same object until something in it changes. */
export function useViewContext(collection: Collection, collections: readonly Collection[]): ViewContext {
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: collection.schema.some(isProtected) })

  useEffect(() => {
    if (error) console.warn('Protected files cannot be shown.', error)
  }, [error])

  return useMemo(
    () => ({
      fileUrl: (record, filename, options = {}) => client.files.getUrl(record, filename, { ...options, ...(token && { token }) }),
      recordLabel: record => recordLabel(record, collections),
    }),
    [token, collections],
  )
}
