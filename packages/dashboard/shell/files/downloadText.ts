import { startDownload } from './startDownload.ts'

/** Downloads a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  startDownload(address, name)
  // The browser reads the blob only when it starts the download, which can be a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
