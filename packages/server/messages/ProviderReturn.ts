/** The parameters with which an OAuth2 provider redirects the browser back. */
export interface ProviderReturn {
  /** Value of `state`: the id of the waiting realtime client. */
  clientId: string
  /** Authorization code; empty if there is none. */
  code: string
  /** Error code; empty if the sign-in succeeded. */
  error: string
  /** Name of this server's application. */
  appName: string
  /** Display names of the providers that the code can come from. */
  providers: readonly string[]
}
