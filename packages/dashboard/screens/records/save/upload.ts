import type { UploadProgress } from '../../../queries/connection/uploadFetch.ts'

/** An upload with its progress. */
export interface Upload {
  signal: AbortSignal
  cancel: () => void
  report: (progress: UploadProgress) => void
  progress: () => UploadProgress
  /** Calls the listener after each progress report. Returns a function that unsubscribes. */
  watch: (onChange: () => void) => () => void
}

/** Creates an upload for a request body; undefined if the body contains no files. */
export function uploadOf(body: FormData): Upload | undefined {
  const files = [...body.values()].filter(value => value instanceof File)
  if (files.length === 0) return undefined
  const controller = new AbortController()
  const watchers = new Set<() => void>()
  let progress: UploadProgress = { sent: 0, total: files.reduce((sum, { size }) => sum + size, 0) }
  return {
    signal: controller.signal,
    cancel: () => controller.abort(),
    report: next => {
      progress = next
      for (const changed of watchers) changed()
    },
    progress: () => progress,
    watch: onChange => {
      watchers.add(onChange)
      return () => {
        watchers.delete(onChange)
      }
    },
  }
}
