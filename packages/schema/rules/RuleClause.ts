/** One condition of a rule, in words, by what it is about. */
export type RuleClause =
  /** Somebody is signed in, or nobody is. */
  | { about: 'signedIn' | 'guest' }
  /** From which collection an account is. */
  | { about: 'accounts'; text: string }
  /** The account that asks: `whose …`. */
  | {
      about: 'requester'
      text: string
      /** Nobody passes it who is not signed in. */
      isForAccounts: boolean
      /** Who is not signed in passes it too where this field is empty. */
      mayBeEmpty?: string
    }
  /** The record: `where …`. */
  | { about: 'record'; text: string }
  /** What is sent along: `if …`. */
  | { about: 'request'; text: string }
