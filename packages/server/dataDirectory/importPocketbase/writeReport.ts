import type { ImportNote } from '@coffer/schema'
import type { MovedFiles } from '../move/moveFiles.ts'
import type { CopiedRows } from './copyRows.ts'

/** What an import has done, or would do. */
export interface ImportResult {
  notes: readonly ImportNote[]
  /** undefined if nothing was imported. */
  imported?: { rows: CopiedRows[]; logEntries: number; files: MovedFiles; missingFiles: string[] }
  /** Folders and files that are left behind. */
  leftBehind: string[]
}

const titles: readonly [ImportNote['kind'], string][] = [
  ['cannot', 'Prevents the import, unless accepted'],
  ['accepted', 'Accepted losses'],
  ['changed', 'Works differently'],
  ['writtenOut', 'Written out'],
]

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map(line => `- ${line}`), '']

/** Lists notes below the collection that they are about, or below `settings`. */
function listByCollection(notes: readonly ImportNote[]): string[] {
  const groups = Map.groupBy(notes, ({ subject }) => subject.split('.')[0] ?? subject)
  return [...groups].flatMap(([name, own]) => [`### ${name}`, '', ...own.map(note => `- \`${note.subject}\`: ${note.text}`), ''])
}

/** Returns the report about an import as Markdown. */
export function writeReport(from: string, { notes, imported, leftBehind }: ImportResult): string {
  const notesOf = (kind: ImportNote['kind'], title: string) => {
    const list = listByCollection(notes.filter(note => note.kind === kind))
    return list.length === 0 ? [] : [`## ${title}`, '', ...list]
  }
  return [
    `# Import of ${from}`,
    '',
    ...titles.flatMap(([kind, title]) => notesOf(kind, title)),
    ...section('Left behind', leftBehind),
    ...section(
      'Rows',
      (imported?.rows ?? []).map(({ table, rows }) => `\`${table}\`: ${rows}`),
    ),
    ...section('Files that records name and that are missing', imported?.missingFiles ?? []),
  ].join('\n')
}
