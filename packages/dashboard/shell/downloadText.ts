/** Gives a text to the reader as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // The browser takes the text when it starts the download, which may be a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
