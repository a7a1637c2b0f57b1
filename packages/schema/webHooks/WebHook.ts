/** The changes of records that a web hook can receive. */
export const webHookEvents = ['create', 'update', 'delete'] as const

export type WebHookEvent = (typeof webHookEvents)[number]

/** What admins choose for a web hook. */
export interface WebHookOptions {
  enabled: boolean
  url: string
  /** Ids of the collections; empty for all. */
  collections: readonly string[]
  /** The changes that it receives. */
  events: readonly WebHookEvent[]
  /** Limits it to records that match this filter; empty for all records. */
  filter: string
}

/** A web hook, with the dates of its creation and last change. */
export interface WebHook extends WebHookOptions {
  id: string
  /** `whsec_` and the key in base64. Only the response that creates or replaces it contains it, other responses contain a mask. */
  secret: string
  created: string
  updated: string
}

/** The options of a new web hook, unless others are chosen. */
export const defaultWebHook: WebHookOptions = { enabled: true, url: '', collections: [], events: webHookEvents, filter: '' }
