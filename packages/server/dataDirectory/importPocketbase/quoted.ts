/** Returns the name of a table or column as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns a text as SQL. */
export function quotedText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
