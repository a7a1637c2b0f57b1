const megabyte = 1024 * 1024

/** A resource of the server that clients use. */
export interface Resource {
  /**
   * `bytes` and `count` are held until they are released. `ms` is recent processor time: half of it is forgotten every ten seconds, so
   * a limit of 5,000 ms allows a burst of five seconds, and then a third of a processor. Texts of subscriptions and waiting changes count
   * a byte for each UTF-16 code unit, for which V8 needs two bytes if the text has characters beyond Latin-1.
   */
  unit: 'bytes' | 'count' | 'ms'
  /** Default limit for each client: for its address, and for its user. */
  perClient: number
  /** Default limit for all clients together. */
  total: number
  /** What is limited, for the manual and the page "Server". */
  description: string
  /** How a client is rejected that exceeds its own limit, with a sentence that says what to do. */
  ownLimit: { kind: 'limited' | 'busy'; message: string }
  /** The sentence for a client that is rejected because all clients together use everything. */
  totalMessage: string
  /**
   * Which hold is dropped to make room for another one: the largest one of the client that holds most, or the one with the lowest
   * transfer rate of those older than 5 seconds. Without it, the new hold is rejected.
   */
  drops?: 'largest' | 'slowest'
  /** Whether a client that exceeds its own limit keeps what it holds, and its new hold is rejected. */
  keepsOwn?: boolean
}

const tooManyBodies = 'The server is receiving too many large requests. Please try again in a moment, or send less at once.'
const unreadResponses = 'Earlier responses to you have not been read yet. Please read them first, or close their connections.'

/** All limited resources. A line here is an option of the command line, a row of the manual and a row of the page "Server". */
const resources = {
  smallBodyBytes: {
    unit: 'bytes',
    perClient: 32 * megabyte,
    total: 64 * megabyte,
    description: 'memory of request bodies up to 64 KiB',
    ownLimit: { kind: 'busy', message: tooManyBodies },
    totalMessage: tooManyBodies,
    drops: 'slowest',
  },
  largeBodyBytes: {
    unit: 'bytes',
    perClient: 64 * megabyte,
    total: 128 * megabyte,
    description: 'memory of larger request bodies',
    ownLimit: { kind: 'busy', message: tooManyBodies },
    totalMessage: tooManyBodies,
    drops: 'slowest',
  },
  oauth2SignIns: {
    unit: 'count',
    perClient: 60,
    total: 6_000,
    description: 'sign-ins that wait for an OAuth2 provider',
    ownLimit: {
      kind: 'limited',
      message: 'Too many sign-ins from this address wait for their providers. Please try again in a moment.',
    },
    totalMessage: 'Too many sign-ins wait for their providers. Please try again in a moment.',
  },
  settingsTests: {
    unit: 'count',
    perClient: 4,
    total: 16,
    description: 'tests of mail and S3 settings that wait for another server',
    ownLimit: {
      kind: 'limited',
      message: 'Other tests of yours are still running. Please wait for their results, and try again.',
    },
    totalMessage: 'Too many tests of settings are running. Please try again in a moment.',
  },
  connections: {
    unit: 'count',
    perClient: 10_000,
    total: 60_000,
    description: 'open connections; those of trusted proxies count only for all clients together',
    ownLimit: { kind: 'limited', message: 'Too many connections of yours are open. Close some, and try again.' },
    totalMessage: 'Too many connections are open. Please try again in a moment.',
    drops: 'largest',
    keepsOwn: true,
  },
  hookCalls: {
    unit: 'count',
    perClient: 16,
    total: 128,
    description: 'requests that wait for hooks',
    ownLimit: { kind: 'limited', message: 'Earlier requests of yours are still running. Please try again in a moment.' },
    totalMessage: 'Too many requests wait for hooks. Please try again in a moment.',
  },
  routeRequests: {
    unit: 'count',
    perClient: 64,
    total: 512,
    description: 'requests to routes of your own, until their responses end',
    ownLimit: { kind: 'limited', message: 'Earlier requests of yours are still running. Please try again in a moment.' },
    totalMessage: 'Too many requests wait for routes. Please try again in a moment.',
  },
  responseBytes: {
    unit: 'bytes',
    perClient: 64 * megabyte,
    total: 160 * megabyte,
    description: 'memory of responses from 64 KiB that are being created or sent',
    ownLimit: { kind: 'limited', message: unreadResponses },
    totalMessage: 'The server is sending too many large responses. Please try again in a moment, or request less at once.',
    drops: 'slowest',
    keepsOwn: true,
  },
  unreadBytes: {
    unit: 'bytes',
    perClient: 64 * megabyte,
    total: 128 * megabyte,
    description: 'memory of shorter responses and of files, until clients have read them',
    ownLimit: { kind: 'limited', message: unreadResponses },
    totalMessage: 'Too many responses of the server have not been read yet. Please try again in a moment.',
    drops: 'largest',
  },
  waitingReads: {
    unit: 'count',
    perClient: 2_000,
    total: 4_000,
    description: 'reads that wait for a thread or process, beyond the first hundred',
    ownLimit: {
      kind: 'limited',
      message: 'Too many of your requests are waiting. Please wait for their responses before you send more.',
    },
    totalMessage: 'The server is busy: too many requests are waiting. Please try again in a moment.',
  },
  streams: {
    unit: 'count',
    perClient: 5_000,
    total: 50_000,
    description: 'open realtime streams',
    ownLimit: {
      kind: 'limited',
      message: 'Too many realtime connections of yours are open. Close some, and try again.',
    },
    totalMessage: 'Too many realtime connections are open. Please try again in a moment.',
  },
  subscriptionBytes: {
    unit: 'bytes',
    perClient: 32 * megabyte,
    total: 96 * megabyte,
    description: 'memory of realtime subscriptions: texts, 400 bytes each, and headers that hooks can read',
    ownLimit: {
      kind: 'limited',
      message: 'You have too many realtime subscriptions. Subscribe to fewer topics.',
    },
    totalMessage: 'The server has too many realtime subscriptions. Please try again in a moment, or subscribe to fewer topics.',
  },
  absentBytes: {
    unit: 'bytes',
    perClient: 2 * megabyte,
    total: 16 * megabyte,
    description: 'topics of disconnected realtime clients, which receive what they missed when they connect again',
    ownLimit: { kind: 'limited', message: 'Too many realtime clients of yours have disconnected.' },
    totalMessage: 'Too many realtime clients have disconnected.',
  },
  eventBytes: {
    unit: 'bytes',
    perClient: 32 * megabyte,
    total: 96 * megabyte,
    description: 'realtime events that clients have not read yet',
    ownLimit: { kind: 'limited', message: 'The realtime connection was closed, because its events are not read.' },
    totalMessage: 'The realtime connection was closed, because too many events are not read.',
    drops: 'largest',
  },
  changeBytes: {
    unit: 'bytes',
    perClient: 32 * megabyte,
    total: 96 * megabyte,
    description: 'changes that wait for realtime subscriptions with options',
    ownLimit: {
      kind: 'limited',
      message: 'The realtime connection was closed, because too many changes wait for its subscriptions.',
    },
    totalMessage: 'The realtime connection was closed, because too many changes wait for subscriptions.',
    drops: 'largest',
    keepsOwn: true,
  },
  sharedChangeBytes: {
    unit: 'bytes',
    perClient: 64 * megabyte,
    total: 64 * megabyte,
    description: 'changes that wait for realtime subscriptions without options, of all clients together',
    ownLimit: {
      kind: 'busy',
      message: 'The realtime connection was closed, because too many changes wait for its subscriptions.',
    },
    totalMessage: 'The realtime connection was closed, because too many changes wait for its subscriptions.',
  },
  evaluationMs: {
    unit: 'ms',
    perClient: 6_000,
    total: 12_000,
    description: 'evaluation of realtime subscriptions with options',
    ownLimit: {
      kind: 'limited',
      message: 'Your realtime subscriptions take too long. Use simpler filters, or fewer.',
    },
    totalMessage: 'Realtime subscriptions take too long. Please try again in a moment.',
  },
} satisfies Record<string, Resource>

export type ResourceName = keyof typeof resources

/** The limits of a resource: for each client, and for all together. */
export interface Limit {
  perClient: number
  total: number
}

/** The configured limits; resources without one have their defaults. */
export type Limits = Partial<Record<ResourceName, Limit>>

export const resourceNames = Object.keys(resources) as ResourceName[]

/** Returns the description and the default limits of a resource. */
export function resourceOf(name: ResourceName): Resource {
  return resources[name]
}
