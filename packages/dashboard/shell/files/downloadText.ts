/** Downloads a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  startDownload(address, name)
  // The browser reads the blob only when it starts the download, which can be a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Starts the browser's download of a URL, with a file name. */
export function startDownload(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
