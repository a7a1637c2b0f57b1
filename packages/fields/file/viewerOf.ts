import { fileKind } from './fileKind.ts'

/** What can show a file in the page. */
export type Viewer = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const texts = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'yml', 'yaml', 'log', 'html', 'htm', 'css', 'js', 'ts', 'sql'])

/** What can show a file, told from the end of its name. */
export const viewerOf = (name: string): Viewer => {
  const kind = fileKind(name)
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (extension === 'pdf') return 'pdf'
  return texts.has(extension) ? 'text' : 'none'
}
