export interface StatementGroup {
  /** For example M05. */
  id: string
  title: string
  /** For example M05.7. */
  statements: { id: string; text: string }[]
}

/** Parses the groups of docs/statements.md, in order. */
export function readStatements(markdown: string): StatementGroup[] {
  const groups: StatementGroup[] = []
  for (const line of markdown.split('\n')) {
    const [, group, title] = /^## (M\d+) — (.*)$/.exec(line) ?? []
    if (group !== undefined && title !== undefined) groups.push({ id: group, title, statements: [] })
    const [, statement, text] = /^- (M\d+\.\d+) — (.*)$/.exec(line) ?? []
    if (statement !== undefined && text !== undefined) groups.at(-1)?.statements.push({ id: statement, text })
  }
  return groups
}
