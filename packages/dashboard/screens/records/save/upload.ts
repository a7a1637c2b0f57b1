import type { UploadProgress } from '../../../queries/connection/uploadFetch.ts'

/** Files on their way to the server. */
export interface Upload {
  signal: AbortSignal
  /** Gives them up. */
  cancel: () => void
  report: (progress: UploadProgress) => void
  progress: () => UploadProgress
  /** Calls back after each report. Returns the way to stop that. */
  watch: (onChange: () => void) => () => void
}

/** An upload of what a body holds; undefined where there are no files in it. */
export function uploadOf(body: FormData): Upload | undefined {
  const files = [...body.values()].filter(value => value instanceof File)
  if (files.length === 0) return undefined
  const aborter = new AbortController()
  const watchers = new Set<() => void>()
  let progress: UploadProgress = { sent: 0, total: files.reduce((sum, { size }) => sum + size, 0) }
  return {
    signal: aborter.signal,
    cancel: () => aborter.abort(),
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
