/** Has the browser keep what an address leads to as a file of that name. */
export function startDownload(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
