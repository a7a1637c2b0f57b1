/** One condition of a rule as a phrase, by its subject. */
export type RuleClause =
  /** Whether the requester is signed in. */
  | { about: 'signedIn' | 'guest' }
  /** The auth collection of the requester. */
  | { about: 'authCollection'; text: string }
  /** A property of the requester: `whose …`. */
  | {
      about: 'requester'
      text: string
      /** Whether guests never satisfy it. */
      excludesGuests: boolean
      /** Guests also satisfy it where this field is empty. */
      mayBeEmpty?: string
    }
  /** A property of the record: `where …`. */
  | { about: 'record'; text: string }
  /** A property of the request: `if …`. */
  | { about: 'request'; text: string }
