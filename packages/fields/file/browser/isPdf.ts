/** A PDF has its signature within this number of bytes. */
const headLength = 1024

/** Whether a file is a PDF: a stored file by its content type, a new one by its first bytes. */
export async function isPdf(source: string | Blob, signal: AbortSignal): Promise<boolean> {
  if (typeof source !== 'string') return (await source.slice(0, headLength).text()).includes('%PDF-')
  const answer = await fetch(source, { method: 'HEAD', signal })
  return answer.ok && answer.headers.get('Content-Type') === 'application/pdf'
}
