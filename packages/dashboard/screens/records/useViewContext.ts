import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { client } from '../../queries/client.ts'
import { fileTokenQuery } from '../../queries/fileToken.ts'
import { fetchRecordsByIds } from '../../queries/recordChoices.ts'
import { collectionsInReach } from './collectionsInReach.ts'
import { LazyNestedRecord } from './LazyNestedRecord.tsx'
import { LazyRecordPicker } from './LazyRecordPicker.tsx'
import { lookupRequest } from './picker/choiceRequest.ts'
import { labelFiles, recordLabel } from './recordLabel.ts'

/** Ids that a relation input looks up with one request. */
const batch = 100

/**
 * What the views of a collection's fields, and of those that its relations lead to, may ask of the page; the same object until
 * something in it changes.
 */
export function useViewContext(collection: Collection, collections: readonly Collection[]): ViewContext {
  const needsToken = useMemo(
    () => collectionsInReach(collection, collections).some(({ schema }) => schema.some(isProtected)),
    [collection, collections],
  )
  const { data: token, error } = useQuery({ ...fileTokenQuery, enabled: needsToken })

  useEffect(() => {
    if (error) console.warn('Protected files cannot be shown.', error)
  }, [error])

  return useMemo(() => {
    const fileUrl: ViewContext['fileUrl'] = (field, record, filename, options = {}) => {
      if (!isProtected(field)) return client.files.getUrl(record, filename, options)
      return token && client.files.getUrl(record, filename, { ...options, token })
    }
    const find = (id: string) => collections.find(collection => collection.id === id)
    return {
      fileUrl,
      recordLabel: record => recordLabel(record, collections),
      recordFiles: record =>
        labelFiles(record, collections).map(({ field, name }) => ({
          name,
          address: fileUrl(field, record, name, { thumb: '100x100' }),
        })),
      collection: id => {
        const found = find(id)
        return found && { name: found.name, isReadOnly: found.type === 'view' }
      },
      loadRecords: async (collectionId, ids, signal): Promise<RecordJson[]> => {
        const target = find(collectionId)
        if (target === undefined) throw new Error(`There is no collection with the id "${collectionId}".`)
        return fetchRecordsByIds(lookupRequest(target, collections), ids, batch, signal)
      },
      RecordPicker: LazyRecordPicker,
      NestedRecord: LazyNestedRecord,
    }
  }, [token, collections])
}

/** Whether the field's files open with a token only. */
function isProtected(field: Field): boolean {
  return abilitiesOf(field).holdsFiles?.(field.options).protected === true
}
