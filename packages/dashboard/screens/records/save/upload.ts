import { createStore, type Store } from '@coffer/ui/createStore'
import type { UploadProgress } from '../../../queries/connection/uploadFetch.ts'

/** An upload with its progress. */
export interface Upload {
  signal: AbortSignal
  cancel: () => void
  progress: Store<UploadProgress>
}

/** Creates an upload for a request body; undefined if the body contains no files. */
export function uploadOf(body: FormData): Upload | undefined {
  const files = [...body.values()].filter(value => value instanceof File)
  if (files.length === 0) return undefined
  const controller = new AbortController()
  return {
    signal: controller.signal,
    cancel: () => controller.abort(),
    progress: createStore({ sent: 0, total: files.reduce((sum, { size }) => sum + size, 0) }),
  }
}
