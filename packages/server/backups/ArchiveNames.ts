/** Rejects archives with two entries that would be written to the same path on some file system. */
export class ArchiveNames {
  readonly #files = new Map<string, string>()
  readonly #folders = new Set<string>()

  /**
   * Adds the name of an entry. Names of folders end with a slash.
   * @throws Error with a message for users if it conflicts with another name
   */
  add(name: string): void {
    const segments = name.replace(/\/$/, '').split('/')
    if (segments.some(segment => segment === '' || segment === '.'))
      throw new Error(`${JSON.stringify(name)} in the archive is not a plain path.`)
    const folded = segments.map(segment => segment.normalize('NFC').toLowerCase())
    for (let depth = 1; depth < folded.length; depth += 1) this.#addFolder(folded.slice(0, depth).join('/'), name)
    if (name.endsWith('/')) this.#addFolder(folded.join('/'), name)
    else this.#addFile(folded.join('/'), name)
  }

  #addFile(folded: string, name: string): void {
    const other = this.#files.get(folded)
    if (other === name) throw new Error(`The archive contains ${JSON.stringify(name)} twice.`)
    if (other !== undefined)
      throw new Error(
        `${JSON.stringify(other)} and ${JSON.stringify(name)} in the archive differ only in case. Rename one of them.`,
      )
    if (this.#folders.has(folded)) throw new Error(`${JSON.stringify(name)} in the archive is both a file and a folder.`)
    this.#files.set(folded, name)
  }

  #addFolder(folded: string, name: string): void {
    if (this.#files.has(folded)) throw new Error(`A folder of ${JSON.stringify(name)} in the archive is also a file.`)
    this.#folders.add(folded)
  }
}
