/**
 * What happens to a part of a newer directory that cannot be taken over as it is.
 *
 * - `writtenOut`: a value that was implied is stored, such as a default limit.
 * - `changed`: it works differently afterwards.
 * - `cannot`: it would be lost or less strict, so the import stops unless this is accepted.
 * - `accepted`: the same, and it was accepted.
 */
export interface ImportNote {
  /** The part, as in `posts`, `posts.secret`, `users.mfa` or `settings.rateLimits`. */
  subject: string
  kind: 'writtenOut' | 'changed' | 'cannot' | 'accepted'
  /** A sentence. */
  text: string
  /** What a client that sends the part can send instead, as sentences. undefined if `text` says it. */
  advice?: string
}

/** Collects notes. What was accepted no longer stops the import. */
export class ImportNotes {
  readonly all: ImportNote[] = []
  readonly #accepted: ReadonlySet<string>

  /** @param accepted the subjects whose loss is accepted */
  constructor(accepted: ReadonlySet<string>) {
    this.#accepted = accepted
  }

  writtenOut(subject: string, text: string): void {
    this.all.push({ subject, kind: 'writtenOut', text })
  }

  changed(subject: string, text: string, advice?: string): void {
    this.all.push({ subject, kind: 'changed', text, ...(advice !== undefined && { advice }) })
  }

  /** Notes that a part can only be left out. */
  cannot(subject: string, text: string, advice?: string): void {
    const kind = this.#accepted.has(subject) ? 'accepted' : 'cannot'
    this.all.push({ subject, kind, text, ...(advice !== undefined && { advice }) })
  }
}
