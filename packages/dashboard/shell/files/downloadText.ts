import { startDownload } from './startDownload.ts'

/** Gives a text to the reader as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  startDownload(address, name)
  // The browser takes the text when it starts the download, which may be a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
