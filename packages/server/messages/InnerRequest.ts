/** A request of a batch, as the limits of requests see it. */
export interface InnerRequest {
  method: string
  /** Its method and route, such as `POST /collections/:collection/records`. */
  route: string
  /** The name of its collection, which the writer has at hand. */
  collectionName: string
}

/** How the requests of a batch were counted. */
export interface InnerCount {
  /** The first request beyond a limit, which ends the count; absent if all are within the limits. */
  exceeded?: { index: number; retryAfterSeconds: number }
}
