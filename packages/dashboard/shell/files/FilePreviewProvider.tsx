import type { PreviewedFile } from '@coffer/fields/filePreview'
import type { StoredFile } from '@coffer/fields/ui'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useAddressChange } from '../address/useAddressChange.ts'
import { FilePreviewContext, type ShowFiles } from './FilePreviewContext.ts'
import { isProtected, useFileUrl } from './useFileUrl.ts'

const FilePreview = lazy(async () => ({ default: (await import('@coffer/fields/filePreview')).FilePreview }))

interface Shown {
  files: readonly (StoredFile | File)[]
  index: number
  isOpen: boolean
}

/** Provides the file preview, whose code is loaded when the first file is opened. */
export function FilePreviewProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>()
  const show = useCallback<ShowFiles>((files, index) => setShown({ files, index, isOpen: true }), [])
  useAddressChange(() => setShown(last => last && { ...last, isOpen: false }))
  return (
    <FilePreviewContext value={show}>
      {children}
      {shown && <ShownFiles shown={shown} onChange={setShown} />}
    </FilePreviewContext>
  )
}

function ShownFiles({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const { files, index, isOpen } = shown
  const { fileUrl, hasFailed } = useFileUrl(files.some(file => !(file instanceof File)))

  const describe = (file: StoredFile | File, place: number): PreviewedFile => {
    if (file instanceof File) return { key: `${place} ${file.name}`, name: file.name, upload: file }
    const { field, record, filename } = file
    const isClosed = isProtected(field)
    return {
      key: [record.collectionId, record.id, field.id, filename].join('/'),
      name: filename,
      fieldName: field.name,
      address: fileUrl(field, record, filename),
      downloadAddress: fileUrl(field, record, filename, { download: true }),
      isProtected: isClosed,
      isOutOfReach: isClosed && hasFailed,
    }
  }
  return (
    <Suspense>
      <FilePreview
        open={isOpen}
        files={files.map(describe)}
        index={index}
        onIndexChange={next => onChange({ ...shown, index: next })}
        onClose={() => onChange({ ...shown, isOpen: false })}
      />
    </Suspense>
  )
}
