/** Why the pool gave up on a read: its own time ran out, or it never found a free thread. */
export class ReadRefused extends Error {
  readonly reason: 'tooSlow' | 'overloaded'

  constructor(reason: 'tooSlow' | 'overloaded') {
    super(reason === 'tooSlow' ? 'The read took longer than its time limit.' : 'All reader threads were busy.')
    this.reason = reason
  }
}
