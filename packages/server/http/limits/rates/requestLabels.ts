/** The kinds of requests that limits can name, by method and path of the route. Sign-ins have two. */
const tags: Readonly<Record<string, readonly string[]>> = {
  'GET /collections/:collection/records': ['list'],
  'GET /collections/:collection/records/:id': ['view'],
  'POST /collections/:collection/records': ['create'],
  'PATCH /collections/:collection/records/:id': ['update'],
  'DELETE /collections/:collection/records/:id': ['delete'],
  'GET /collections/:collection/auth-methods': ['listAuthMethods'],
  'POST /collections/:collection/auth-with-password': ['authWithPassword', 'auth'],
  'POST /collections/:collection/auth-with-oauth2': ['authWithOAuth2', 'auth'],
  'POST /collections/:collection/auth-with-otp': ['authWithOTP', 'auth'],
  'POST /collections/:collection/auth-refresh': ['authRefresh'],
  'POST /collections/:collection/request-otp': ['requestOTP'],
  'POST /collections/:collection/request-password-reset': ['requestPasswordReset'],
  'POST /collections/:collection/confirm-password-reset': ['confirmPasswordReset'],
  'POST /collections/:collection/request-verification': ['requestVerification'],
  'POST /collections/:collection/confirm-verification': ['confirmVerification'],
  'POST /collections/:collection/request-email-change': ['requestEmailChange'],
  'POST /collections/:collection/confirm-email-change': ['confirmEmailChange'],
  'GET /files/:collection/:recordId/:filename': ['file'],
}

/** Matches the system collection of PocketBase 0.23 and later that a route names. */
const systemCollection = /(?<= \/collections\/)_\w+(?=\/)/

/** Writes the routes of admins and of system collections as routes of a collection. */
const asCollectionRoute = (route: string): string =>
  route
    .replace(/ \/admins\/(?=auth-|request-|confirm-)/, ' /collections/:collection/')
    .replace(/ \/admins(?=\/|$)/, ' /collections/:collection/records')
    .replace(systemCollection, ':collection')

/** A request as the limits see it. */
export interface LimitedRequest {
  method: string
  /** The decoded path, without the query. Absent for a request of a batch, whose own path counts once. */
  path?: string
  /** The method and path of its route, such as `GET /logs/:id`; absent if it has none. */
  route?: string
  /** The id or name of the collection in its path. */
  collection?: string
  /** The name of its collection, if it is known. */
  collectionName?: string
}

/** Returns the kinds of a request, and the id or name of its collection; undefined if it has none. */
export function kindsOf({ route, collection }: LimitedRequest) {
  const kinds = route === undefined ? undefined : tags[asCollectionRoute(route)]
  return kinds && { kinds, collection: collection ?? systemCollection.exec(route ?? '')?.[0] ?? '_superusers' }
}

/**
 * Returns the labels of a request in the order in which limits are searched: the first one with a limit counts.
 * @param kinds the kinds of the request
 * @param collection the name of the collection in its path
 */
export function labelsOf({ method, path }: LimitedRequest, kinds: readonly string[], collection: string | undefined): string[] {
  return [
    ...(collection === undefined ? [] : kinds.map(kind => `${collection}:${kind}`)),
    ...kinds.map(kind => `*:${kind}`),
    ...(path === undefined ? [] : [`${method} ${path}`, path]),
  ]
}
