import type { StoredFile } from '@coffer/fields/ui'
import { createContext, use } from 'react'

/** Shows one of several files, over whatever is open. */
export type ShowFiles = (files: readonly (StoredFile | File)[], index: number) => void

export const FilePreviewContext = createContext<ShowFiles | undefined>(undefined)

/** What opens the preview of files. */
export function useFilePreview(): ShowFiles {
  const show = use(FilePreviewContext)
  if (!show) throw new Error('useFilePreview needs a <FilePreviewProvider> above it.')
  return show
}
