import { fileKind } from './fileKind.ts'

/** The available viewers. */
export type Viewer = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const texts = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'yml', 'yaml', 'log', 'html', 'htm', 'css', 'js', 'ts', 'sql'])

/** Returns the viewer for a file name, derived from its extension. */
export function viewerOf(name: string): Viewer {
  const kind = fileKind(name)
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (extension === 'pdf') return 'pdf'
  return texts.has(extension) ? 'text' : 'none'
}
