import type { CollectionType, Rule } from '../collections/Collection.ts'

/** The actions of a rule, in the order in which they are shown. */
export const ruleActions = ['list', 'view', 'create', 'update', 'delete', 'manage'] as const
export type RuleAction = (typeof ruleActions)[number]

/** How many records of a collection an action reaches: none, some or all. `unknown` if they were not counted, or not in time. */
export type AccessLevel = 'none' | 'some' | 'all' | 'unknown'

/** What one persona can do with the records of a collection by one rule. */
export interface AccessCell {
  level: AccessLevel
  /** Whether the rule alone decides the level, so that it is the same for any record. */
  isFixed?: true
  /** Number of reached records, at most: of a rule that depends on the request, with the most favorable request. Absent if not counted. */
  count?: number
  /** Number of records that every request reaches. Present if the rule depends on the request. */
  atLeast?: number
  /** Whether the rule also depends on the sent data, query parameters or headers. */
  dependsOnRequest?: true
  /** Number of examined records, if `count` is an estimate from a sample. */
  sample?: number
  /** Why the rule is invalid. The API rejects every request of clients then. */
  error?: string
}

/** What one persona can do with a collection. Actions that the collection does not have are absent. */
export interface PersonaAccess {
  actions: Partial<Record<RuleAction, AccessCell>>
  /** Records whose email can be read. For auth collections. */
  emails?: AccessCell
  /** Records whose protected files can be downloaded. Present if a field has such files. */
  protectedFiles?: AccessCell
  /** Records whose changes arrive on the realtime topic of the collection (`NAME/*`), and on the topics of single records. */
  realtime: { collection: AccessCell; record: AccessCell }
}

/** A field that contains files. Anyone with the address can download files that are not protected. */
export interface FileExposure {
  field: string
  isProtected: boolean
}

/** What each persona can do with a collection. */
export interface CollectionExposure {
  id: string
  name: string
  type: CollectionType
  /** Number of records; absent if not counted. */
  records?: number
  rules: Partial<Record<RuleAction, Rule>>
  /** Names of the fields in responses. */
  fields: string[]
  files: FileExposure[]
  /** By the key of the persona. */
  access: Record<string, PersonaAccess>
}

export type PersonaKind = 'guest' | 'newUser' | 'record'

/** A requester whose access is evaluated. */
export interface PersonaDescription {
  /** `guest`, `new:COLLECTION_ID` or `COLLECTION_ID/RECORD_ID`. */
  key: string
  kind: PersonaKind
  /** Name of the auth collection; '' for guests. */
  collection: string
  /** The username of a stored record. */
  username?: string
}

/** Something that guests or new users can do, and could not when the state was reviewed. */
export interface Widening {
  collectionId: string
  collection: string
  /** The key of the persona. */
  persona: string
  /** The keys of new users who can do the same since the review. */
  alsoFor?: string[]
  /**
   * The action, or what can be read: `collectionTopic` and `recordTopics` are events on the realtime topics of the collection and of
   * single records. `query`: the query of a view that they can read is another one, so that it can show anything.
   */
  what: RuleAction | 'emails' | 'files' | 'fields' | 'query' | 'protectedFiles' | 'collectionTopic' | 'recordTopics'
  /** What they could do then, and now. */
  before: AccessLevel
  after: AccessLevel
  /** Names of the fields that have become readable, or whose files have. */
  fields?: string[]
  /** Names in the rule that have become null because a field no longer exists, so that the rule can allow more. */
  nullNames?: string[]
}

/** The last state that an admin has marked as reviewed. */
export interface AccessReview {
  /** ISO date. */
  reviewed: string
  /** Email of the admin. */
  by: string
}

/** Who can do what, for all collections or some of them, with the greatest risk first. */
export interface Exposure {
  personas: PersonaDescription[]
  collections: CollectionExposure[]
  /** Identifies the rules and fields; to mark them as reviewed, it is sent back. */
  state: string
  /** Null if no state was ever reviewed. */
  review: AccessReview | null
  /** What has become possible since the review. Empty without one. */
  widened: Widening[]
}
