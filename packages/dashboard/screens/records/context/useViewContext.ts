import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson, StoredFile, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useMemo } from 'react'
import { fetchRecordsByIds } from '../../../queries/records/recordsByIds.ts'
import { useFilePreview } from '../../../shell/files/FilePreviewContext.ts'
import { useFileUrl } from '../../../shell/files/useFileUrl.ts'
import { labelFiles, recordLabel } from '../list/recordLabel.ts'
import { lookupRequest } from '../picker/choiceRequest.ts'
import { collectionsInReach } from './collectionsInReach.ts'
import { LazyImagePicker, LazyNestedRecord, LazyRecordPicker } from './lazyLayers.tsx'
import { watchRecords } from './recordEvents.ts'

/** Number of ids per lookup request of a relation input. */
const idsPerRequest = 100

/**
 * The services that the page provides to the cells and inputs of a collection and of all collections that its relations reach.
 * Returns the same object until one of them changes.
 */
export function useViewContext(collection: Collection, collections: readonly Collection[]): ViewContext {
  const hasFiles = useMemo(
    () => collectionsInReach(collection, collections).some(({ schema }) => schema.some(field => abilitiesOf(field).holdsFiles)),
    [collection, collections],
  )
  const { fileUrl } = useFileUrl(hasFiles)
  const showFiles = useFilePreview()

  return useMemo(() => {
    const find = (id: string) => collections.find(collection => collection.id === id)
    return {
      fileUrl,
      previewFile: file => {
        if (file instanceof File) return showFiles([file], 0)
        const files = filesOf(find(file.record.collectionId), file.record)
        const index = files.findIndex(({ field, filename }) => field.id === file.field.id && filename === file.filename)
        showFiles(index === -1 ? [file] : files, Math.max(index, 0))
      },
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
        if (target === undefined) throw new Error(`Collection "${collectionId}" not found.`)
        return fetchRecordsByIds(lookupRequest(target, collections), ids, idsPerRequest, signal)
      },
      watchRecords,
      RecordPicker: LazyRecordPicker,
      NestedRecord: LazyNestedRecord,
      ImagePicker: LazyImagePicker,
    }
  }, [fileUrl, showFiles, collections])
}

/** Returns the files of a record in the order of its fields; none if the collection is unknown. */
function filesOf(collection: Collection | undefined, record: RecordJson): StoredFile[] {
  const fields = collection?.schema.filter(field => abilitiesOf(field).holdsFiles) ?? []
  return fields.flatMap(field => namesIn(record[field.name]).map(filename => ({ field, record, filename })))
}

function namesIn(value: unknown): string[] {
  return [value].flat().filter((name): name is string => typeof name === 'string' && name !== '')
}
