/** Thrown when a route does not respond in time. */
export class RouteTimeoutError extends Error {}
