import type { StoredFile } from '@coffer/fields/ui'
import { createContext, use } from 'react'

/** Opens the preview of several files at an index. */
export type ShowFiles = (files: readonly (StoredFile | File)[], index: number) => void

export const FilePreviewContext = createContext<ShowFiles | undefined>(undefined)

export function useFilePreview(): ShowFiles {
  const show = use(FilePreviewContext)
  if (!show) throw new Error('useFilePreview needs a <FilePreviewProvider> above it.')
  return show
}
