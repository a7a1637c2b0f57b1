import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { client } from '../../queries/client.ts'
import { fileTokenQuery } from '../../queries/fileToken.ts'
import { recordLabel } from './recordLabel.ts'

/** What the views of a collection's fields may ask of the page; the same object until something in it changes. */
export function useViewContext(collection: Collection, collections: readonly Collection[]): ViewContext {
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: collection.schema.some(isProtected) })

  useEffect(() => {
    if (error) console.warn('Protected files cannot be shown.', error)
  }, [error])

  return useMemo(
    () => ({
      fileUrl: (field, record, filename, options = {}) => {
        if (!isProtected(field)) return client.files.getUrl(record, filename, options)
        return token && client.files.getUrl(record, filename, { ...options, token })
      },
      recordLabel: record => recordLabel(record, collections),
    }),
    [token, collections],
  )
}

/** Whether the field's files open with a token only. */
function isProtected(field: Field): boolean {
  return abilitiesOf(field).holdsFiles?.(field.options).protected === true
}
