/** The types of the module `coffer`. The server writes them into `coffer.d.ts`, with the types of the collections. */

/** The records by the name of the collection. Generated types add the collections. */
// biome-ignore lint/suspicious/noEmptyInterface: generated types add the collections
export interface Collections {}
/** The bodies that create records. */
// biome-ignore lint/suspicious/noEmptyInterface: generated types add the collections
export interface CreateBodies {}
/** The bodies that update records. */
// biome-ignore lint/suspicious/noEmptyInterface: generated types add the collections
export interface UpdateBodies {}

/** The name of a collection. */
export type CollectionName = [keyof Collections] extends [never] ? string : Extract<keyof Collections, string>

/** A record of any collection. */
export interface RecordData {
  id: string
  [field: string]: unknown
}

export type RecordOf<Name> = Name extends keyof Collections ? Collections[Name] : RecordData
export type CreateBodyOf<Name> = Name extends keyof CreateBodies ? CreateBodies[Name] : Record<string, unknown>
export type UpdateBodyOf<Name> = Name extends keyof UpdateBodies ? UpdateBodies[Name] : Record<string, unknown>

export interface ListOptions {
  filter?: string
  sort?: string
  expand?: string
  fields?: string
}

export interface FullListOptions extends ListOptions {
  /** Number of records that are requested at once. */
  batch?: number
}

export interface Page<Item = RecordData> {
  page: number
  perPage: number
  totalItems: number
  totalPages: number
  items: Item[]
}

type ViewOptions = Pick<ListOptions, 'expand' | 'fields'>

export interface CollectionAccess<Name = string> {
  getList: (page?: number, perPage?: number, options?: ListOptions) => Promise<Page<RecordOf<Name>>>
  /** Returns all records that match. */
  getFullList: (options?: FullListOptions) => Promise<RecordOf<Name>[]>
  /** Returns the first record that matches a filter. Throws an error with the status 404 if there is none. */
  getFirstListItem: (filter: string, options?: Omit<ListOptions, 'filter'>) => Promise<RecordOf<Name>>
  getOne: (id: string, options?: ViewOptions) => Promise<RecordOf<Name>>
  /** Creates a record. Files are `File` or `Blob`. */
  create: (values: CreateBodyOf<Name>, options?: ViewOptions) => Promise<RecordOf<Name>>
  update: (id: string, values: UpdateBodyOf<Name>, options?: ViewOptions) => Promise<RecordOf<Name>>
  delete: (id: string) => Promise<void>
  /** Returns a file of a record by its stored name. */
  getFile: (id: string, name: string) => Promise<File>
}

/** A condition of a change: a filter that the stored record must match. Otherwise the whole batch is rejected. */
interface ChangeCondition {
  where?: string
}

export interface BatchCollection<Name = string> {
  create: (values: CreateBodyOf<Name>) => void
  update: (id: string, values: UpdateBodyOf<Name>, condition?: ChangeCondition) => void
  delete: (id: string, condition?: ChangeCondition) => void
}

/** Changes that are committed together, or not at all. */
export interface Batch {
  collection: <Name extends CollectionName>(name: Name) => BatchCollection<Name>
  /** Makes the changes in their order. Returns the records; null for deletions. */
  send: () => Promise<(RecordData | null)[]>
}

/** Access to records, with the rights of the server, a client or an auth record. */
export interface DataAccess {
  collection: <Name extends CollectionName>(name: Name) => CollectionAccess<Name>
  /** Begins a batch of changes without files. */
  batch: () => Batch
}

/** Who makes a request. */
export interface User {
  kind: 'guest' | 'server' | 'admin' | 'authRecord'
  id?: string
  collectionId?: string
}

export interface HookEvent {
  action: 'create' | 'update' | 'delete' | 'list' | 'view' | 'signIn'
  collection: { id: string; name: string }
  /** Who makes the request. */
  user: User
  /** Access to records as the client that makes the request; after a change as the server. */
  data: DataAccess
}

/** Before a record is created. */
export interface CreateEvent<Name = string> extends HookEvent {
  /** The submitted values, which a hook can change. */
  input: Partial<CreateBodyOf<Name>>
}

/** Before a record is updated. */
export interface UpdateEvent<Name = string> extends HookEvent {
  /** The submitted values, which a hook can change. */
  input: Partial<UpdateBodyOf<Name>>
  /** The stored record. */
  record: RecordOf<Name>
}

/** Before a record is deleted, or viewed after the view rule has allowed it. */
export interface RecordEvent<Name = string> extends HookEvent {
  record: RecordOf<Name>
}

/** Inside the transaction that creates or deletes a record. All access to records is in this transaction, which ends after 500 ms. */
export interface InsideEvent<Name = string> extends HookEvent {
  /** The record as it was created, or before it was deleted. */
  record: RecordOf<Name>
}

/** Inside the transaction that updates a record. */
export interface InsideUpdateEvent<Name = string> extends InsideEvent<Name> {
  /** The record as the update has left it. */
  record: RecordOf<Name>
  /** The record before the update. */
  previous: RecordOf<Name>
}

/** Before records are listed. */
export interface ListEvent extends HookEvent {
  /** The parameters of the request, such as `filter`, `sort` and `page`. */
  query: Record<string, string>
  /** A filter that the records must also match, evaluated like a rule. Empty at first; each hook can add to it. */
  filter: string
}

/** Before an auth record gets a token. */
export interface SignInEvent<Name = string> extends RecordEvent<Name> {
  method: 'password' | 'oauth2' | 'otp' | 'refresh'
}

/** After a change is committed. */
export interface AfterEvent<Name = string> extends HookEvent {
  /** The record as the change has left it, or as it was before a deletion. Absent if it is longer than 1 MB. */
  record?: RecordOf<Name>
  /** The record before an update. */
  previous?: RecordOf<Name>
}

type Hook<Event> = (event: Event) => void | Promise<void>

export interface RecordHooks<Name = string> {
  beforeCreate?: Hook<CreateEvent<Name>>
  beforeUpdate?: Hook<UpdateEvent<Name>>
  beforeDelete?: Hook<RecordEvent<Name>>
  beforeList?: Hook<ListEvent>
  beforeView?: Hook<RecordEvent<Name>>
  beforeSignIn?: Hook<SignInEvent<Name>>
  insideCreate?: Hook<InsideEvent<Name>>
  insideUpdate?: Hook<InsideUpdateEvent<Name>>
  insideDelete?: Hook<InsideEvent<Name>>
  afterCreate?: Hook<AfterEvent<Name>>
  afterUpdate?: Hook<AfterEvent<Name>>
  afterDelete?: Hook<AfterEvent<Name>>
}

/** Who has sent a request to a route, the second argument of its `fetch`. With Hono, this is `c.env`. */
export interface RouteContext {
  /** The requester of the token in the `Authorization` header; a guest without a valid one. */
  user: User
  /** The address of the client. */
  ip: string
  /** Access to records as the client. */
  data: DataAccess
}

/** The default export of a file in `routes`: handles the requests to its path. */
export interface Route {
  fetch: (request: Request, context: RouteContext) => Response | Promise<Response>
}

/** What a job gets. */
export interface JobContext {
  /** Access to records as the server. */
  data: DataAccess
}

export type JobHandler = (context: JobContext) => void | Promise<void>

/** A mail, with HTML or plain text. */
export interface MailMessage {
  to: string | string[]
  subject: string
  html?: string
  text?: string
}

export interface Mailer {
  /** Adds a mail to the queue of the server. Resolves once it is stored. */
  send: (message: MailMessage) => Promise<void>
}

/** Registers hooks before, inside and after changes of the records of a collection; `*` stands for all collections. */
export function onRecord<Name extends CollectionName | '*'>(collection: Name, hooks: RecordHooks<Name>): void

/**
 * Runs a job at the times of a cron expression in UTC, such as `0 3 * * *`. It is not started while it runs.
 * @param name names it in the dashboard; no other job can have it
 */
export function schedule(name: string, cron: string, run: JobHandler): void

/** Rejects the request. The client gets the message, and the messages by field, with the status 400, of reads with 403. */
export function reject(message: string, issues?: Record<string, string>): never

/** Returns a filter with values in place of its parameters: `filter('title = {:title}', { title })`. */
export function filter(expression: string, values: Record<string, unknown>): string

/** Access to records as the server, which no rule limits. */
export const data: DataAccess

/** Returns access to records as an auth record. */
export function dataAs(collection: CollectionName, id: string): DataAccess

/** Sends mails with the settings of the server. */
export const mail: Mailer
