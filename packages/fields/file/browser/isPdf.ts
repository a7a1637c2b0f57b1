/** Within so many bytes a PDF says that it is one. */
const headLength = 1024

/** Whether a file, by its address or itself, is a PDF: a stored one as the server says, another by how it begins. */
export async function isPdf(source: string | Blob, signal: AbortSignal): Promise<boolean> {
  if (typeof source !== 'string') return (await source.slice(0, headLength).text()).includes('%PDF-')
  const answer = await fetch(source, { method: 'HEAD', signal })
  return answer.ok && answer.headers.get('Content-Type') === 'application/pdf'
}
